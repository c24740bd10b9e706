/** How the time of a function grows with its input: lengths doubled ten times, each the minimum of several runs. */

/** A function or regular expression that processes untrusted text. */
export interface Reader {
  /** The function, or the regular expression. */
  reads: string;
  /** `shared/output/mail/markdown.ts` */
  source: string;
  /** The inputs that should cost most. */
  inputs: Input[];
  /** Processes the text; may throw a rejection. */
  run(text: string): unknown;
  /** Maximum length in characters, beyond which the text is rejected unread; the measured lengths end there. */
  longest?: number;
}

export interface Input {
  name: string;
  make(length: number): string;
}

/** A part repeated up to a length, between a beginning and an end. */
export const many = (part: string, before = '', after = ''): Input => ({
  name: `${JSON.stringify(before).slice(1, -1)}(${JSON.stringify(part).slice(1, -1)})*${JSON.stringify(after).slice(1, -1)}`,
  make: length => before + part.repeat(Math.max(1, Math.ceil((length - before.length - after.length) / part.length))) + after,
});

/** Of each part. */
export const each = (parts: readonly string[], before = '', after = ''): Input[] => parts.map(part => many(part, before, after));

/** Parts that any text may contain. */
export const TEXTS = each([
  'a',
  ' ',
  '\n',
  '\u00a0',
  'ș',
  'e\u0301',
  '\u0301',
  '\u202e',
  '\ud800',
  '\u{1f600}',
  '中',
  '<',
  '"',
  'a b\n',
]);

const SHORTEST = 64;
const DOUBLINGS = 10;
/** More than twice as long for twice the text is not linear; half as much again is allowed for caches and garbage collection. */
export const MOST_PER_DOUBLING = 2.5;
/** Times below are noise. */
const FLOOR_MILLIS = 2;

export interface Measured {
  reads: string;
  source: string;
  input: string;
  lengths: number[];
  millis: number[];
  /** The largest quotient for a doubling whose longer text takes more than the floor; null: none does. */
  worst: number | null;
}

/** Reads once. @throws Error when it ran out of stack: an input may not choose how deep the program calls itself */
function readOnce({ run, reads }: Reader, text: string): unknown {
  try {
    return run(text);
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message))
      throw new Error(`${reads} ran out of stack.`, { cause: error });
    return undefined;
  }
}

/** Processes the text once, to the end. @throws Error like `readOnce` */
export const once = async (reader: Reader, text: string): Promise<void> => {
  const answer = readOnce(reader, text);
  if (answer instanceof Promise) await answer.catch(() => undefined);
};

/** Processor time of this thread, without other load on the machine. Its resolution is low. */
export const cpuMillis = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function millisOf(reader: Reader, text: string): Promise<number> {
  const begun = performance.now();
  await once(reader, text);
  return performance.now() - begun;
}

const ROUNDS = { least: 5, most: 60 };

/**
 * How many times as long the longer text takes: the fastest reading of each, one after the other in rounds, because the machine's other
 * work slows both. If the result is too large, more rounds show whether that work was the cause.
 */
async function quotientOf(reader: Reader, shorter: string, longer: string, most = ROUNDS.most): Promise<number> {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS.least || (round < most && long / short > MOST_PER_DOUBLING); round++) {
    short = Math.min(short, await millisOf(reader, shorter), await millisOf(reader, shorter));
    long = Math.min(long, await millisOf(reader, longer));
  }
  return long / short;
}

/** Milliseconds of processor time that the readings of the shorter text take together: the clock is coarse. */
const CPU_MILLIS = 150;

/**
 * The same by processor time. On a busy machine a reading of some milliseconds is never left alone, a shorter one is now and then. What
 * disturbs it, such as the collection of garbage, only adds: the least of several counts.
 */
async function cpuQuotientOf(reader: Reader, shorter: string, longer: string): Promise<number> {
  const spent = [0, 0] as [number, number];
  while (spent[0] < CPU_MILLIS)
    for (const [place, text] of [shorter, longer].entries()) {
      const begun = cpuMillis();
      for (let reading = 0; reading < 10; reading++) await once(reader, text);
      spent[place as 0 | 1] += cpuMillis() - begun;
    }
  return spent[1] / spent[0];
}

/** Lengths from 64 on, doubled ten times, or to the longest that is read. */
export const lengthsOf = ({ longest = Number.POSITIVE_INFINITY }: Reader): number[] =>
  Array.from({ length: DOUBLINGS + 1 }, (_, index) => SHORTEST * 2 ** index).filter(length => length <= longest);

export async function measure(reader: Reader, { name, make }: Input): Promise<Measured> {
  const lengths = lengthsOf(reader);
  const texts = lengths.map(make);
  const millis: number[] = [];
  for (const text of texts)
    millis.push(Math.min(await millisOf(reader, text), await millisOf(reader, text), await millisOf(reader, text)));
  const quotients: number[] = [];
  for (const [at, text] of texts.entries()) {
    const before = texts[at - 1];
    if (before === undefined || millis[at]! < FLOOR_MILLIS) continue;
    const quotient = await quotientOf(reader, before, text);
    // Where texts outgrow a cache, one doubling costs more than others. A function that is not linear costs as much at the next two as
    // well.
    const beyond = async (): Promise<number> => {
      const nextTwo = await quotientOf(reader, text, make(lengths[at]! * 4), 10);
      return Math.min(Math.cbrt(quotient * nextTwo), Math.sqrt(nextTwo));
    };
    const checked = quotient > MOST_PER_DOUBLING ? await beyond() : quotient;
    let least = checked;
    for (let tries = 0; tries < 3 && least > MOST_PER_DOUBLING; tries++)
      least = Math.min(least, await cpuQuotientOf(reader, before, text));
    quotients.push(least);
  }
  const worst = quotients.length === 0 ? null : Math.max(...quotients);
  return { reads: reader.reads, source: reader.source, input: name, lengths, millis, worst };
}
