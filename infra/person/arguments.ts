import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { Sought } from './account.ts';
import { type Noted, OUTCOMES, REQUESTS } from './records.ts';
import { phoneDigits } from './numbers.ts';
import { readCorrection } from './rectify/arguments.ts';
import type { Correction } from './rectify/correction.ts';
import { UsageError } from '../redrive/arguments.ts';

const ACTIONS = ['export', 'erase', 'object', 'restrict', 'rectify', 'note', 'register'] as const;

/** Those that write only with `--confirm`. */
const CONFIRMED: readonly Arguments['action'][] = ['erase', 'object', 'restrict', 'rectify'];

export interface Arguments {
  action: (typeof ACTIONS)[number];
  /** What `note` enters in the register. */
  noted: Noted | undefined;
  sought: Sought;
  /** Repeats the erasures since this instant (ISO 8601, UTC), in place of one person; undefined: a single person. */
  again: string | undefined;
  /** A stage of cdk.json; undefined: the local runtime. */
  stage: string | undefined;
  /** URL of the local runtime. */
  local: string;
  /** The right data, of `rectify`. */
  correction: Correction | undefined;
  /** Ends a restriction in place of entering it. */
  lift: boolean;
  /** Whether anything is written; false: only prints what would be done. */
  confirm: boolean;
  /** The file that an export is written to; undefined: standard output. */
  out: string | undefined;
}

export const USAGE = `npm run person -- export <person> [--out <file>] [--stage <stage>]
npm run person -- erase <person> [--confirm] [--stage <stage>]
npm run person -- erase --again --since <instant> [--confirm] [--stage <stage>]
npm run person -- object <person> [--confirm] [--stage <stage>]
npm run person -- restrict <person> [--lift] [--confirm] [--stage <stage>]
npm run person -- rectify <person> --set <field>=<value>… [--confirm] [--stage <stage>]
npm run person -- note <person> --request <request> --outcome <outcome> [--stage <stage>]
npm run person -- register [<person>] [--stage <stage>]

<person>: one of
  --email <address>          also finds the account, and what names the address
  --client <company>/<id>    a client of a company, by the ids of both
  --cnp <number>             the personal number, 13 digits
  --phone <number>           in any spelling; without a country it is Romanian

export:  writes all data about a person as JSON, with the reason why it is held.
erase:   erases the person from the table; without --confirm it only prints what it would do.
         --again repeats, after a restore of the table, the erasures since the restored second (ISO 8601 with a time zone).
object:  enters an objection to automatic mails in each company that mails to the person, as the link to unsubscribe does;
         without --confirm it only prints what it would do.
restrict: keeps all mails with documents from the person in each company that mails to them, also those that a user forces; with --lift
         it ends that, and leaves objections. Without --confirm it only prints what it would do.
rectify: corrects the person's data in records and drafts, and lists the issued documents that keep the old; of a client name, email, phone,
         address, city, county, postalCode, of an account firstName, lastName, phone, email. Without --confirm it only prints.
note:    enters a request in the register, which does not say whose: access, rectification, erasure (only if it was refused),
         restriction, portability or objection; done, partly or refused. export (as access), erase, object, restrict and rectify enter theirs themselves.
register: lists the requests, or those of a person: when, what, and what came of it.

--stage <stage>  a stage of cdk.json, with the credentials of the AWS CLI; default: the local runtime
--local <url>    URL of the local runtime (default http://127.0.0.1:<PORT or 3000>)
--out <file>     for export: a new file, which only its owner can read; default: standard output

Exit codes: 0 done, or nothing to do; 1 failed, or refused; 2 wrong usage.`;

const OPTIONS = {
  email: { type: 'string' },
  client: { type: 'string' },
  cnp: { type: 'string' },
  phone: { type: 'string' },
  again: { type: 'boolean', default: false },
  since: { type: 'string' },
  request: { type: 'string' },
  outcome: { type: 'string' },
  stage: { type: 'string' },
  local: { type: 'string' },
  out: { type: 'string' },
  confirm: { type: 'boolean', default: false },
  lift: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true },
} as const;

const schema = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email('must be an email address')).optional(),
  client: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, 'must be the id of a company and that of its client, with a / between')
    .transform(text => text.split('/') as [string, string])
    .optional(),
  cnp: z
    .string()
    .trim()
    .regex(/^\d{13}$/, 'must have 13 digits')
    .optional(),
  phone: z
    .string()
    .transform(phoneDigits)
    .pipe(z.string().regex(/^\d{8,15}$/, 'must be a phone number'))
    .optional(),
  stage: z.string().min(1, 'must name a stage').optional(),
  local: z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3000' }),
  out: z.string().min(1, 'must name a file').optional(),
  confirm: z.boolean(),
  lift: z.boolean(),
});

/** @param port default port of the local runtime @throws UsageError that says what to change */
export function readArguments(argv: readonly string[], port = '3000'): Arguments {
  const { values, positionals } = parsed(argv);
  const [action, ...more] = positionals;
  if (!isAction(action) || more.length > 0)
    throw new UsageError('One of export, erase, object, restrict, rectify, note and register.');
  if (values.stage !== undefined && values.local !== undefined) throw new UsageError('Give either --stage or --local, not both.');
  if (action !== 'export' && values.out !== undefined) throw new UsageError('--out is for an export.');
  if (!CONFIRMED.includes(action) && values.confirm) throw new UsageError(`--confirm is for ${CONFIRMED.join(', ')}.`);
  if (action !== 'restrict' && values.lift) throw new UsageError('--lift is for restrict.');
  if (action !== 'rectify' && values.set) throw new UsageError('--set is for rectify.');
  const again = againOf(action, values);
  const checked = schema.safeParse({
    ...values,
    local: values.local ?? `http://127.0.0.1:${port}`,
  });
  if (!checked.success)
    throw new UsageError(checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'));
  const { email, client, cnp: number, phone, stage, local, out, confirm, lift } = checked.data;
  const by = { email, number, phone, client: client && { companyId: client[0], id: client[1] } };
  const given = Object.values(by).filter(one => one !== undefined).length;
  // The register is of all people, or of one.
  if (action === 'register' ? given > 1 : given !== (again === undefined ? 1 : 0))
    throw new UsageError(again === undefined ? 'Give one of --email, --client, --cnp and --phone.' : NO_PERSON);
  const correction = action === 'rectify' ? readCorrection(values.set ?? []) : undefined;
  return { action, noted: notedOf(action, values), sought: by, again, correction, stage, local, out, confirm, lift };
}

const NO_PERSON = '--again and --since are for an erasure, without --email, --client, --cnp and --phone.';

function againOf(action: string, { again, since }: ReturnType<typeof parsed>['values']): string | undefined {
  if (!again && since === undefined) return undefined;
  if (action !== 'erase' || !again) throw new UsageError(NO_PERSON);
  const at = z.iso.datetime({ offset: true }).safeParse(since);
  if (!at.success) throw new UsageError('--since must be an instant with its time zone, such as 2026-11-22T09:30:00Z.');
  return new Date(at.data).toISOString();
}

const isAction = (action: string | undefined): action is Arguments['action'] => ACTIONS.some(one => one === action);

function notedOf(action: string, { request, outcome }: ReturnType<typeof parsed>['values']): Noted | undefined {
  if (action !== 'note') {
    if (request !== undefined || outcome !== undefined) throw new UsageError('--request and --outcome are for note.');
    return undefined;
  }
  const noted = {
    request: REQUESTS.find(one => one === request),
    outcome: OUTCOMES.find(one => one === outcome),
  };
  if (!noted.request) throw new UsageError(`--request must be one of ${REQUESTS.join(', ')}.`);
  if (!noted.outcome) throw new UsageError(`--outcome must be one of ${OUTCOMES.join(', ')}.`);
  if (noted.request === 'erasure' && noted.outcome !== 'refused')
    throw new UsageError('erase notes an erasure itself; note only one that was refused.');
  return { request: noted.request, outcome: noted.outcome };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
