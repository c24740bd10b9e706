/** What the invoice of an earlier run must have led to by now, as the API tells it. Pure. */

/** What can be wrong; docs/operations/canary.md says of each what to look at. */
export const PROBLEMS = [
  'not-set-up',
  'key-refused',
  'api-failed',
  'not-issued',
  'not-submitted',
  'no-verdict',
  'rejected',
  'not-mailed',
  'mail-not-delivered',
  'no-webhook',
  'webhook-failed',
] as const;

export interface Problem {
  problem: (typeof PROBLEMS)[number];
  message: string;
}

/** A run that found something wrong; its message says all of it. */
export class CanaryFailed extends Error {
  override name = 'CanaryFailed';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ problem, message }) => `${problem}: ${message}`).join(' '));
    this.problems = problems;
  }
}

/** An invoice of an earlier run, and what followed on it. */
export interface Outcome {
  number: string;
  status: string;
  /** The messages of the authority about an invoice that it rejected. */
  errors: readonly string[];
  /** Its mails, newest first. */
  mails: readonly { deliveryStatus: string; bounceReason: string | null }[];
  /** Attempts to deliver the webhook of its verdict, newest first. */
  attempts: readonly { status: string; responseCode: number; errorMessage: string | null }[];
}

const DELIVERED = new Set(['delivered', 'opened', 'clicked']);
/** Statuses in which the authority has the invoice, or is about to get it. */
const UNDER_WAY = new Set(['sent_to_provider', 'uploaded']);

export function problemsOf({ number, status, errors, mails, attempts }: Outcome): Problem[] {
  if (status === 'draft') return [{ problem: 'not-issued', message: `The draft ${number} was not issued.` }];
  return [
    ...verdictProblems(number, status, errors),
    ...mailProblems(number, mails),
    ...(status === 'validated' ? webhookProblems(number, attempts) : []),
  ];
}

function verdictProblems(number: string, status: string, errors: readonly string[]): Problem[] {
  if (status === 'validated') return [];
  if (status === 'issued') return [{ problem: 'not-submitted', message: `${number} was not submitted.` }];
  if (UNDER_WAY.has(status)) return [{ problem: 'no-verdict', message: `${number} has no verdict: its status is ${status}.` }];
  const said = errors.length > 0 ? `: ${errors.join(' ')}` : '';
  return [{ problem: 'rejected', message: `${number} was not accepted, its status is ${status}${said}` }];
}

function mailProblems(number: string, [mail]: Outcome['mails']): Problem[] {
  if (!mail) return [{ problem: 'not-mailed', message: `${number} was not mailed.` }];
  if (DELIVERED.has(mail.deliveryStatus)) return [];
  const reason = mail.bounceReason === null ? '' : ` (${mail.bounceReason})`;
  return [{ problem: 'mail-not-delivered', message: `The mail with ${number} is ${mail.deliveryStatus}${reason}.` }];
}

function webhookProblems(number: string, attempts: Outcome['attempts']): Problem[] {
  const [newest] = attempts;
  if (!newest) return [{ problem: 'no-webhook', message: `No webhook was sent about the verdict on ${number}.` }];
  if (attempts.some(({ status }) => status === 'success')) return [];
  const answer =
    newest.responseCode === 0 ? (newest.errorMessage ?? 'no answer') : `the receiver answered ${newest.responseCode}`;
  return [{ problem: 'webhook-failed', message: `The webhook about the verdict on ${number} was not taken: ${answer}.` }];
}

/** An invoice is judged from 15 minutes after it was made, which is three times what the simulator of the authority takes (COM-68)... */
const LEAST_MINUTES = 15;
/** ...until what is known of its webhook ends: deliveries are kept for 30 days (WHK-44). */
const MOST_MINUTES = 29 * 1440;

/** Whether an invoice that was made at an instant can be judged now. */
export function isJudged(createdAt: string, now: Date): boolean {
  const minutes = (now.getTime() - Date.parse(createdAt)) / 60_000;
  return minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES;
}

/** The key of the run that is due: the same for all runs of a period, so that each has one invoice, however often it is run. */
export function periodKey(now: Date, everyMinutes: number): string {
  const length = everyMinutes * 60_000;
  return `canary-${new Date(Math.floor(now.getTime() / length) * length).toISOString()}`;
}
