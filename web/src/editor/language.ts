// Colours for Python, for Tile IR (and the IRs below it) and for PTX. They are for reading only: what is right or wrong is the
// compiler's to say, and so a line-by-line tokenizer is enough and works before the compiler is there.

import { HighlightStyle, indentService, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** A pattern with the kind of token it is; the third is for tokens that only begin a line. */
type Rule = [RegExp, string, 'first'?];

/** Tokens that run over lines: the pattern by which one begins, whose group is what ends it where it stands, and their kind. */
interface Block {
  begins: RegExp;
  ends(begun: string): RegExp;
  kind: string;
}

const COMMENT: Block = { begins: /^\/\*/, ends: () => /^.*?\*\//, kind: 'comment' };

/** A language whose tokens depend on the line alone, but for `block`. */
function lineLanguage(name: string, rules: Rule[], comment: string, wordChars: string, block: Block) {
  return StreamLanguage.define<{ until: RegExp | null }>({
    name,
    startState: () => ({ until: null }),
    languageData: { commentTokens: { line: comment }, wordChars },
    token(stream: StringStream, state) {
      if (!state.until) {
        const begun = stream.match(block.begins) as RegExpMatchArray | null;
        if (begun) state.until = block.ends(begun[1] ?? '');
      }
      if (state.until) {
        if (stream.match(state.until)) state.until = null;
        else stream.skipToEnd();
        return block.kind;
      }
      if (stream.eatSpace()) return null;
      const first = stream.string.slice(0, stream.pos).trim() === '';
      for (const [pattern, kind, where] of rules) if ((first || !where) && stream.match(pattern)) return kind || null;
      stream.next();
      return null;
    },
  });
}

/** A name is chosen with the sign that begins it. */
const SIGNS = '%@^!#$';

const NUMBER: Rule = [/^-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i, 'number'];

const tileIr = lineLanguage(
  'tile-ir',
  [
    [/^\/\/.*/, 'comment'],
    [/^"(?:[^"\\]|\\.)*"?/, 'string'],
    [/^%[\w$.#-]+/, 'variableName'],
    [/^[@][\w$.-]+/, 'labelName'],
    [/^\^[\w$.-]+/, 'labelName'],
    [/^[#!][\w$.-]+/, 'meta'],
    [/^(?:entry|cuda_tile\.module|module|func|loop|for|if|else|in|to|step|iter_values|then|continue|yield|break|return|global)\b(?!\s*=)/, 'keyword'],
    [/^(?:tile|ptr|token|tensor_view|partition_view|strided_view|gather_scatter_view|memref|vector|[biuf](?:8|16|32|64)|i1|i4|bf16|tf32|f8\w+|f4\w+|index|none)\b(?!\s*=)/, 'typeName'],
    [/^(?:true|false|weak|relaxed|acquire|release|signed|unsigned|ordered|unordered|device|tl_blk|sys|rounding|overflow|token|comparison|default|dense|loc|unknown)\b/, 'atom'],
    [/^[A-Za-z_][\w$]*(?=\s*=[^=])/, 'propertyName'],
    [/^[A-Za-z_][\w$]*(?:\.[A-Za-z_][\w$]*)*/, 'operatorKeyword'],
    [/^(?:->|[=:,])/, 'punctuation'],
    NUMBER,
  ],
  '//',
  SIGNS,
  COMMENT,
);

const ptx = lineLanguage(
  'ptx',
  [
    [/^\/\/.*/, 'comment'],
    [/^"(?:[^"\\]|\\.)*"?/, 'string'],
    [/^%[\w$.]+/, 'variableName'],
    [/^@!?%?[\w$]+/, 'labelName'],
    [/^\.(?:version|target|address_size|visible|entry|func|param|reg|shared|global|const|local|loc|file|align|maxntid|reqntid|minnctapersm|maxnreg|pragma|extern|weak|section)\b/, 'keyword'],
    [/^\.(?:pred|[busf](?:8|16|32|64|128)|f16x2|bf16x2|bf16|tf32|e4m3\w*|e5m2\w*|v[248])\b/, 'typeName'],
    [/^0[fd][0-9a-fA-F]+/, 'number'],
    NUMBER,
    [/^[$A-Za-z_][\w$]*:/, 'labelName'],
    [/^[A-Za-z_][\w$]*(?:\.[\w$:]+)*/, 'operatorKeyword'],
    [/^\.[\w$:]+/, 'meta'],
  ],
  '//',
  SIGNS,
  COMMENT,
);

const python = [
  lineLanguage(
    'python',
    [
      [/^#.*/, 'comment'],
      [/^[rbfu]{0,2}(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/i, 'string'],
      [/^(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)/i, 'number'],
      // A decorator is one thing: its name has the colour of its sign.
      [/^@[\w.]+/, 'meta', 'first'],
      [/^(?:match|case)\b(?=.*:\s*(?:#.*)?$)/, 'keyword', 'first'],
      [/^(?:as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|lambda|nonlocal|pass|raise|return|try|while|with|yield)\b/, 'keyword'],
      [/^(?:and|in|is|not|or)\b/, 'operatorKeyword'],
      [/^(?:True|False|None)\b/, 'atom'],
      [/^\.[\p{L}_][\p{L}\p{N}_]*/u, 'propertyName'],
      [/^[\p{L}_][\p{L}\p{N}_]*/u, 'variableName'],
    ],
    '#',
    '',
    { begins: /^[rbfu]{0,2}("""|''')/i, ends: (quotes) => new RegExp(`^(?:[^\\\\]|\\\\.)*?${quotes}`), kind: 'string' },
  ),
  // A line after one that ends in a colon begins further in, any other where the one before begins.
  indentService.of((context, position) => {
    const before = context.lineAt(position, -1).text;
    if (before.trim() === '') return null;
    return context.countColumn(before, before.search(/\S/)) + (/:\s*(?:#.*)?$/.test(before) ? context.unit : 0);
  }),
];

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
    { tag: tags.string, color: 'var(--code-string)' },
    { tag: tags.number, color: 'var(--code-number)' },
    { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
    { tag: tags.operatorKeyword, color: 'var(--code-op)' },
    { tag: tags.typeName, color: 'var(--code-type)' },
    { tag: tags.variableName, color: 'var(--code-value)' },
    { tag: tags.labelName, color: 'var(--code-symbol)' },
    { tag: tags.propertyName, color: 'var(--code-meta)' },
    { tag: tags.meta, color: 'var(--code-meta)' },
    { tag: tags.atom, color: 'var(--code-meta)' },
    { tag: tags.punctuation, color: 'var(--code-punctuation)' },
  ]),
);

const LANGUAGES = { 'tile-ir': tileIr, ptx, python };

export type Language = keyof typeof LANGUAGES;

/** The extension by which an editor colours `language`. */
export const highlighting = (language: Language) => [LANGUAGES[language], colours];
