import { parseArgs } from 'node:util';
import * as z from 'zod';
import { UsageError } from '../redrive/arguments.ts';

export interface Arguments {
  action: 'export' | 'erase';
  email: string;
  /** Repeats the erasures since this instant (ISO 8601, UTC), in place of `email`; undefined: a single person. */
  again: string | undefined;
  /** A stage of cdk.json; undefined: the local runtime. */
  stage: string | undefined;
  /** URL of the local runtime. */
  local: string;
  /** Whether to erase; false: only prints what would be erased. */
  confirm: boolean;
  /** The file that an export is written to; undefined: standard output. */
  out: string | undefined;
}

export const USAGE = `npm run person -- export --email <address> [--out <file>] [--stage <stage>]
npm run person -- erase --email <address> [--confirm] [--stage <stage>]
npm run person -- erase --again --since <instant> [--confirm] [--stage <stage>]

export:  writes all data about a person as JSON, with the reason why it is held.
erase:   erases the person from the table; without --confirm it only prints what it would do.
         --again repeats, after a restore of the table, the erasures since the restored second (ISO 8601 with a time zone).

--stage <stage>  a stage of cdk.json, with the credentials of the AWS CLI; default: the local runtime
--local <url>    URL of the local runtime (default http://127.0.0.1:<PORT or 3000>)
--out <file>     for export: a new file, which only its owner can read; default: standard output

Exit codes: 0 done, or nothing to do; 1 failed, or refused; 2 wrong usage.`;

const OPTIONS = {
  email: { type: 'string' },
  again: { type: 'boolean', default: false },
  since: { type: 'string' },
  stage: { type: 'string' },
  local: { type: 'string' },
  out: { type: 'string' },
  confirm: { type: 'boolean', default: false },
} as const;

const schema = z.object({
  email: z.string('is required').trim().toLowerCase().pipe(z.email('must be an email address')),
  stage: z.string().min(1, 'must name a stage').optional(),
  local: z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3000' }),
  out: z.string().min(1, 'must name a file').optional(),
  confirm: z.boolean(),
});

/** @param port default port of the local runtime @throws UsageError that says what to change */
export function readArguments(argv: readonly string[], port = '3000'): Arguments {
  const { values, positionals } = parsed(argv);
  const [action, ...more] = positionals;
  if ((action !== 'export' && action !== 'erase') || more.length > 0) throw new UsageError('Either export or erase.');
  if (values.stage !== undefined && values.local !== undefined) throw new UsageError('Give either --stage or --local, not both.');
  if (action === 'erase' && values.out !== undefined) throw new UsageError('--out is for an export.');
  if (action === 'export' && values.confirm) throw new UsageError('--confirm is for an erasure.');
  const again = againOf(action, values);
  const checked = schema.safeParse({
    ...values,
    ...(again !== undefined && { email: NOBODY }),
    local: values.local ?? `http://127.0.0.1:${port}`,
  });
  if (!checked.success)
    throw new UsageError(checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'));
  const { email, stage, local, out, confirm } = checked.data;
  return { action, email, again, stage, local, out, confirm };
}

/** In place of an address where none is given: of nobody. */
const NOBODY = 'nobody@deleted.invalid';

function againOf(action: string, { again, since, email }: ReturnType<typeof parsed>['values']): string | undefined {
  if (!again && since === undefined) return undefined;
  if (action !== 'erase' || !again || email !== undefined)
    throw new UsageError('--again and --since are for an erasure, without --email.');
  const at = z.iso.datetime({ offset: true }).safeParse(since);
  if (!at.success) throw new UsageError('--since must be an instant with its time zone, such as 2026-11-22T09:30:00Z.');
  return new Date(at.data).toISOString();
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
