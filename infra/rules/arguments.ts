import { parseArgs } from 'node:util';
import * as z from 'zod';
import { UsageError } from './release.ts';

export const USAGE = `npm run rules:diff -- <folder> [--before <folder>] [--mutants <n>] [--seed <n>] [--no-documents]

<folder>         a release of the authority's rules (CIUS-RO) or of EN 16931, with its XSLT for UBL

--before <folder>  the release that our rules are written from: compares conditions and messages with it, and prints its own
--mutants <n>      number of generated invalid documents to validate with both rule sets (default 500)
--seed <n>         seed of the generated documents (default 1)
--no-documents     compares the rules only, without validating documents

Exit codes: 0 no difference; 1 differences; 2 wrong usage.`;

export interface Arguments {
  folder: string;
  before: string | undefined;
  mutants: number;
  seed: number;
  documents: boolean;
}

const OPTIONS = {
  before: { type: 'string' },
  mutants: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  documents: { type: 'boolean', default: true },
} as const;

const count = (most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(most, `must be at most ${most}`);

const schema = z.object({
  before: z.string().min(1, 'must name a folder').optional(),
  mutants: count(100_000),
  seed: count(2 ** 31),
  documents: z.boolean(),
});

/** @throws UsageError that says what to change */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const [folder, ...others] = positionals;
  if (folder === undefined) throw new UsageError('Name the folder of a release.');
  if (others.length > 0) throw new UsageError(`One release at a time, not ${positionals.join(' and ')}.`);
  const checked = schema.safeParse(values);
  if (!checked.success)
    throw new UsageError(checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'));
  return { folder, ...checked.data, before: checked.data.before };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
