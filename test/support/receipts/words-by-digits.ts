/**
 * Romanian amounts in words by another method than the service: from a table of all numbers below a hundred, which is grown word by word, and by
 * groups of three digits of the text of the number. The words `leu` and `ban` are counted as masculine, `mie` as feminine, `milion` as neuter.
 */

const ROOTS = 'unu doi trei patru cinci șase șapte opt nouă zece'.split(' ');
const STEMS = 'un doi trei pai cinci șai șapte opt nouă'.split(' ');
const TENS = 'două trei patru cinci șai șapte opt nouă'.split(' ');

/** The numbers 0 to 99 of masculine things. */
const MASCULINE = [
  '',
  ...ROOTS,
  ...STEMS.map(stem => `${stem}sprezece`),
  ...TENS.flatMap(ten => [`${ten}zeci`, ...ROOTS.slice(0, 9).map(root => `${ten}zeci și ${root}`)]),
];

/** The same number of things of another gender: only the words for one and two at the end, and for twelve, change. */
const FEMININE = MASCULINE.map(words =>
  words
    .replace(/\bunu$/u, 'una')
    .replace(/\bdoi$/u, 'două')
    .replace(/^doispre/u, 'douăspre'),
);
const NEUTER = MASCULINE.map(words => words.replace(/\bdoi$/u, 'două').replace(/^doispre/u, 'douăspre'));

/** A group of three digits. */
const hundreds = (group: string, last: readonly string[]): string => {
  const first = Number(group[0]);
  const hundred = first === 0 ? '' : first === 1 ? 'o sută' : `${FEMININE[first]} sute`;
  return `${hundred} ${last[Number(group.slice(1))]}`.trim();
};

/** The noun after a number, by its last two digits. */
const after = (digits: string, many: string): string => (/(^0*|0[1-9]|1\d)$/u.test(digits) ? many : `de ${many}`);

const group = (digits: string, last: readonly string[], one: string, many: string): string =>
  /^0*$/u.test(digits) ? '' : /^0*1$/u.test(digits) ? one : `${hundreds(digits, last)} ${after(digits, many)}`;

/** @param cents the amount in bani, below 10^11 */
export function wordsByDigits(cents: number): string {
  const text = String(cents).padStart(11, '0');
  const [millions, thousands, units, bani] = [text.slice(0, 3), text.slice(3, 6), text.slice(6, 9), text.slice(9)];
  const isOne = Number(text.slice(0, 9)) === 1;
  const number = [
    group(millions, NEUTER, 'un milion', 'milioane'),
    group(thousands, FEMININE, 'o mie', 'mii'),
    hundreds(units, MASCULINE),
  ];
  const spoken = number.filter(part => part !== '').join(' ');
  const lei = isOne ? 'un leu' : spoken === '' ? 'zero lei' : `${spoken} ${after(text.slice(0, 9), 'lei')}`;
  const rest = bani === '00' ? '' : bani === '01' ? ' și un ban' : ` și ${MASCULINE[Number(bani)]} ${after(bani, 'bani')}`;
  return lei + rest;
}
