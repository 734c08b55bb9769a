// Colours for Python, for Tile IR (and the IRs below it) and for PTX. They are for reading only: what is right or wrong is the
// compiler's to say. Python is read by its grammar; for the others a line-by-line tokenizer is enough.

import { defineLanguageFacet, HighlightStyle, indentService, Language as Spoken, ParseContext, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { type PartialParse, Parser } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { begun } from '../state';

/** A pattern with the kind of token it is. */
type Rule = [RegExp, string];

/** A language whose tokens depend on the line alone, but for block comments. */
function lineLanguage(name: string, rules: Rule[], comment: string) {
  return StreamLanguage.define<{ inComment: boolean }>({
    name,
    startState: () => ({ inComment: false }),
    // A name is chosen with the sign that begins it.
    languageData: { commentTokens: { line: comment }, wordChars: '%@^!#$' },
    token(stream: StringStream, state) {
      if (state.inComment || stream.match('/*')) {
        state.inComment = !stream.match(/^.*?\*\//);
        if (state.inComment) stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      for (const [pattern, kind] of rules) if (stream.match(pattern)) return kind || null;
      stream.next();
      return null;
    },
  });
}

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
);

/** The parser of Python, once it is there. It comes behind the first result, if there is a text in Python; until then that has no colours. */
let grammar: Parser | undefined;
let coming: Promise<void> | undefined;

class WhenThere extends Parser {
  createParse(...text: Parameters<Parser['createParse']>): PartialParse {
    coming ??= begun
      .then(() => import('./grammar'))
      .then((there) => there.grammar)
      // Without it the text stays as it is.
      .catch(() => ParseContext.getSkippingParser())
      .then((parser) => {
        grammar = parser;
      });
    return (grammar ?? ParseContext.getSkippingParser(coming)).createParse(...text);
  }
}

const python = [
  new Spoken(defineLanguageFacet(), new WhenThere(), [], 'python'),
  EditorState.languageData.of(() => [{ commentTokens: { line: '#' } }]),
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
    { tag: [tags.string, tags.escape], color: 'var(--code-string)' },
    { tag: tags.number, color: 'var(--code-number)' },
    { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
    { tag: tags.operatorKeyword, color: 'var(--code-op)' },
    { tag: tags.typeName, color: 'var(--code-type)' },
    { tag: tags.variableName, color: 'var(--code-value)' },
    { tag: tags.labelName, color: 'var(--code-symbol)' },
    { tag: tags.propertyName, color: 'var(--code-meta)' },
    { tag: tags.meta, color: 'var(--code-meta)' },
    { tag: [tags.atom, tags.bool, tags.null], color: 'var(--code-meta)' },
    { tag: tags.punctuation, color: 'var(--code-punctuation)' },
  ]),
);

const LANGUAGES = { 'tile-ir': tileIr, ptx, python };

export type Language = keyof typeof LANGUAGES;

/** The extension by which an editor colours `language`. */
export const highlighting = (language: Language) => [LANGUAGES[language], colours];
