import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { MADE, type Pattern, patternsOfProgram } from '../source/regular-expressions.ts';
import { type Input, many, type Reader } from './measure.ts';

/** Every regular expression of the source code, as it is used (all matches if it is global), on inputs made from its parts. */
export function patternReaders(): Reader[] {
  const { literals } = patternsOfProgram();
  const made = Object.entries(MADE).flatMap(([file, each]) => each.map((one): Pattern => ({ at: file, ...one })));
  const distinct = new Map([...literals, ...made].map(pattern => [`/${pattern.source}/${pattern.flags}`, pattern]));
  return [...distinct].map(([reads, { at, source, flags }]) => {
    const pattern = new RegExp(source, flags);
    return {
      reads,
      source: at,
      inputs: attacksOn(source, flags),
      run: text => {
        pattern.lastIndex = 0;
        return pattern.global ? text.replace(pattern, '') : pattern.test(text);
      },
    };
  });
}

/** The characters with which a character class is tried. */
const CHARACTERS = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).sort(
    (a, b) => Number(/\W/.test(a)) - Number(/\W/.test(b)),
  ),
  ...[
    'ș',
    '\u00a0',
    '\u0301',
    '\u2010',
    '\u200b',
    '\u2028',
    '\u202e',
    '\u3000',
    '\u05d0',
    '\u4e2d',
    '\uff1d',
    '\ud800',
    '\ufffe',
    '\ufffd',
    '\u{1f600}',
    '\u{1f1f7}',
  ],
];

/**
 * For each unbounded repetition: its prefix once and its content many times; both together many times; and the whole
 * match many times. Each with an end that fits and with one that does not.
 */
function attacksOn(source: string, flags: string): Input[] {
  const tree = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const parts: [before: string, part: string][] = [];

  const sampleOf = (element: AST.Element): string => {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterSet':
      case 'CharacterClass': {
        const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''));
        return CHARACTERS.find(character => one.test(character)) ?? '';
      }
      case 'Quantifier':
        return sampleOf(element.element).repeat(Math.max(1, element.min));
      case 'Group':
      case 'CapturingGroup':
        return textOf(element.alternatives[0]);
      default:
        return '';
    }
  };
  const textOf = (alternative: AST.Alternative | undefined): string => (alternative?.elements ?? []).map(sampleOf).join('');

  const walk = (alternative: AST.Alternative, before: string): void => {
    let seen = before;
    for (const element of alternative.elements) {
      const inner = element.type === 'Quantifier' ? element.element : element;
      if (element.type === 'Quantifier' && element.max > 100) parts.push([seen, sampleOf(inner)]);
      if (inner.type === 'Group' || inner.type === 'CapturingGroup') for (const one of inner.alternatives) walk(one, seen);
      seen += sampleOf(element);
    }
    parts.push(['', seen], ['', seen.slice(0, -1)]);
  };
  for (const alternative of tree.alternatives) walk(alternative, '');

  const inputs = parts
    .filter(([, part]) => part !== '')
    .flatMap(([before, part]) => [
      many(part, before),
      many(part, before, '\u0001'),
      many(part, '', '\u0001'),
      many(before + part, '', '\u0001'),
    ]);
  return [...new Map(inputs.map(input => [input.name, input])).values()];
}
