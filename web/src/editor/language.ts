// Colours for Python, for Tile IR (and the IRs below it) and for PTX. They are for reading only: what is right or wrong is the
// compiler's to say, and so a line-by-line tokenizer is enough, works before the compiler is there, and is small.

import { HighlightStyle, indentService, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

type Rule = [RegExp, string];

/** The text that goes over lines: how it begins, the rest of a line with its end, and the kind of token that it is. */
interface Block {
  begin: RegExp;
  end: RegExp;
  kind: string;
}

interface Grammar {
  rules: Rule[];
  blocks: Block[];
  comment: string;
  /** Signs that begin names: a name is chosen with its sign. */
  signs: string;
}

/** A language whose tokens depend on the line alone, but for its blocks. */
function lineLanguage(name: string, { rules, blocks, comment, signs }: Grammar) {
  return StreamLanguage.define<{ inside: Block | undefined }>({
    name,
    startState: () => ({ inside: undefined }),
    languageData: { commentTokens: { line: comment }, wordChars: signs },
    token(stream: StringStream, state) {
      state.inside ??= blocks.find(({ begin }) => stream.match(begin));
      if (state.inside) {
        const { end, kind } = state.inside;
        if (stream.match(end)) state.inside = undefined;
        else stream.skipToEnd();
        return kind;
      }
      if (stream.eatSpace()) return null;
      for (const [pattern, kind] of rules) if (stream.match(pattern)) return kind || null;
      stream.next();
      return null;
    },
  });
}

const NUMBER: Rule = [/^-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i, 'number'];

const SLASHES = { blocks: [{ begin: /^\/\*/, end: /^.*?\*\//, kind: 'comment' }], comment: '//', signs: '%@^!#$' };

const tileIr = lineLanguage('tile-ir', {
  ...SLASHES,
  rules: [
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
});

const ptx = lineLanguage('ptx', {
  ...SLASHES,
  rules: [
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
});

const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*';

const python = [
  lineLanguage('python', {
    comment: '#',
    signs: '',
    blocks: ['"""', "'''"].map((quotes) => ({ begin: new RegExp(`^[rbuf]{0,2}${quotes}`, 'i'), end: new RegExp(`^(?:[^\\\\]|\\\\.)*?${quotes}`), kind: 'string' })),
    rules: [
      [/^#.*/, 'comment'],
      [/^[rbuf]{0,2}(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/i, 'string'],
      [/^@[\w.]+/, 'meta'],
      [/^(?:True|False|None)\b/, 'atom'],
      [
        /^(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b/,
        'keyword',
      ],
      [/^(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?j?)/i, 'number'],
      [new RegExp(`^\\.${NAME}`, 'u'), 'propertyName'],
      [new RegExp(`^${NAME}`, 'u'), 'variableName'],
      [/^[()[\]{},:;]/, 'punctuation'],
    ],
  }),
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

export type Language = 'tile-ir' | 'ptx' | 'python';

const LANGUAGES: { [language in Language]: Extension } = { 'tile-ir': tileIr, ptx, python };

/** The extension by which an editor colours `language`. */
export const highlighting = (language: Language): Extension => [LANGUAGES[language], colours];
