/**
 * The kinds of work in the index `due`, by the prefix of their index partitions (store/due-work.ts): the name that logs and metrics use, and
 * what waits. Code that puts work into the index under another prefix does not compile.
 */
export const DUE_WORK = {
  DUE: { name: 'deferred-tasks', is: 'files of documents, and documents of changed clients' },
  OUTBOX: { name: 'outbox', is: 'mails, submissions, webhooks and other work whose message was lost' },
  PARKED: { name: 'parked', is: 'items that were dispatched five times and never taken' },
  FAILEDMAIL: { name: 'failed-mails', is: 'mails that failed for a reason that may pass' },
  DUEMAIL: { name: 'scheduled-mails', is: 'mails that are scheduled' },
  DUESUBMISSION: { name: 'planned-submissions', is: 'submissions to the tax authority that are planned' },
  DUERECURRING: { name: 'recurring-invoices', is: 'templates of recurring invoices' },
  DAILY: { name: 'daily-runs', is: 'payment reminders of companies, and notices to their members' },
  ANCHORS: { name: 'anchors', is: 'anchors of hash chains' },
  SYNC: { name: 'synchronizations', is: 'synchronizations with the tax authority' },
  WEBHOOKS: { name: 'webhooks', is: 'webhook deliveries that are tried again' },
  PURGE: { name: 'company-purges', is: 'deleted companies' },
} as const satisfies Record<string, { name: string; is: string }>;

export type DueQueue = keyof typeof DUE_WORK;

/** What waits for an operator (`npm run redrive`), and for no schedule: it is never late. */
const FOR_OPERATORS: readonly DueQueue[] = ['PARKED', 'FAILEDMAIL'];

/** The kinds of work whose lateness is measured. */
export const MEASURED_WORK = (Object.keys(DUE_WORK) as DueQueue[]).filter(queue => !FOR_OPERATORS.includes(queue));
