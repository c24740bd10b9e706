import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Responses of the API that tests recorded (record-answers.ts), and how two records of the same tests are compared. */
export interface RecordedAnswer {
  /** Full name, `describe > it`: it stays when a test moves to another file. */
  test: string;
  /** Path of the test file. */
  file: string;
  /** Method, path and query. */
  request: string;
  status: number;
  /** As JSON. */
  headers: string;
  /** Text unchanged; the content type for other bytes. */
  body: string;
}

/** In the place of a test's name: requests of hooks. */
export const SET_UP = '(set-up)';

/** The parts that differ from run to run, in the order in which they are masked. Masking twice changes nothing. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<jwt>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?/g, '<time>'],
  [/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, '<origin>'],
  [/[\w+/=%-]{28,}/g, '<token>'],
  [/\b\d{13,}\b/g, '<digits>'],
  [/\bDRAFT-[0-9a-f]{8}\b/g, 'DRAFT-<random>'],
  // Made up by tests, or counted over all tests of a process.
  [/\b(RO)?\d{2}EXMP\d{16}\b/g, '<iban>'],
  [/\b(RO|DE|[SP])?\d{8,12}\b/g, '<digits>'],
  [/(\d % )\d{6}\b/g, '$1<digits>'],
  [/\bIF-\d+\b/g, 'IF-<digits>'],
  // Made up by the service.
  [/\baf_[\w-]{4,}/g, 'af_<random>'],
  [/("slug":"[^"]*-)[a-z0-9]{6}"/g, '$1<random>"'],
  [/"[a-z2-9]{4}-[a-z2-9]{4}"/g, '"<backup code>"'],
  [/"[0-9a-f]{8}\.\.\.[0-9a-f]{8}"/g, '"<licence key>"'],
  [/\b\d{8}T\d{6}Z\b/g, '<time>'],
  [/"[\w-]{22,27}"(?!:)/g, '"<token>"'],
  [/\b([0-9A-F]{2}:){19,31}[0-9A-F]{2}\b/g, '<fingerprint>'],
  [/;r=\d+;t=\d+/g, ';r=<number>;t=<number>'],
  [/"fileSize":\d+/g, '"fileSize":"<number>"'],
];

const maskedText = (text: string): string => MASKS.reduce((all, [pattern, mask]) => all.replace(pattern, mask), text);

/** A response with everything masked that differs from run to run, the members of JSON in the order of their names. */
export function masked({ request, status, headers, body }: RecordedAnswer): string {
  return [maskedText(request), status, maskedText(headers), sorted(maskedText(body))].join('\n');
}

/** JSON with the members of objects in the order of their names: the database returns them in any order. */
function sorted(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    // A masked number is no JSON any more.
    return JSON.stringify(JSON.parse(text.replace(/([:[,])<digits>/g, '$1"<digits>"')), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}

/** The masked responses of each test, with their counts. */
export type Answers = Map<string, Map<string, number>>;

/** Reads a folder of records; requests that control the local system are left out. */
export function readAnswers(folder: string): Answers {
  const answers: Answers = new Map();
  for (const name of readdirSync(folder).filter(one => one.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const answer = JSON.parse(line) as RecordedAnswer;
      if (/^\w+ \/_local\//.test(answer.request)) continue;
      const ofTest = answers.get(answer.test) ?? new Map<string, number>();
      answers.set(answer.test, ofTest);
      const text = masked(answer);
      ofTest.set(text, (ofTest.get(text) ?? 0) + 1);
    }
  return answers;
}

/** A response that one record has more often than the other: `count` is above 0 when the second has it more often. */
export interface Difference {
  test: string;
  answer: string;
  count: number;
}

export interface Comparison {
  /** Tests that both records have. */
  tests: number;
  /** Tests that only one of the records has. */
  onlyBefore: string[];
  onlyAfter: string[];
  differences: Difference[];
  /** The number of differences that were left out because the response to that request differs without a change, too. */
  unsteady: number;
}

/**
 * * Compares each test's answers as a multiset. Requests of hooks, and responses that the other record has for another test, count as no
 * difference: hooks move between files, and requests of a `beforeAll` between two tests have no name of their own. @param again a second
 * record of the state before: differences between the two, such as the winner of a race, are left out
 */
export function compareAnswers(before: Answers, after: Answers, again?: Answers): Comparison {
  const unsteady = new Set(again && differencesOf(before, again).map(placeOf));
  const all = differencesOf(before, after);
  const differences = all.filter(one => !unsteady.has(placeOf(one)));
  const names = (of: Answers, missingIn: Answers): string[] =>
    [...of.keys()].filter(name => !missingIn.has(name) && name !== SET_UP);
  const onlyAfter = names(after, before);
  return {
    tests: after.size - onlyAfter.length,
    onlyBefore: names(before, after),
    onlyAfter,
    differences,
    unsteady: all.length - differences.length,
  };
}

/** Test and request of a difference. */
const placeOf = ({ test, answer }: Difference): string => `${test}\n${answer.slice(0, answer.indexOf('\n'))}`;

function differencesOf(before: Answers, after: Answers): Difference[] {
  const [inBefore, inAfter] = [everything(before), everything(after)];
  return [...before].flatMap(([test, one]) => {
    const other = after.get(test);
    if (!other || test === SET_UP) return [];
    return [...new Set([...one.keys(), ...other.keys()])].flatMap(answer => {
      const count = (other.get(answer) ?? 0) - (one.get(answer) ?? 0);
      const isElsewhere = (count > 0 ? inBefore : inAfter).has(answer);
      return count === 0 || isElsewhere ? [] : [{ test, answer, count }];
    });
  });
}

const everything = (answers: Answers): Set<string> => new Set([...answers.values()].flatMap(ofTest => [...ofTest.keys()]));
