import type { CompanyId, Item } from '#shared/platform/store/table.ts';

/** The time between a restored second and the pause of the stage: what was due then has been done, and the restored table does not know it. */
export interface Gap {
  /** The restored second; ISO 8601. */
  to: string;
  /** When the stage was paused: from then on nothing was sent. */
  until: string;
}

/** Minutes before the pause in which work that was due may not have been done: the deploy stops one schedule and queue after the other. */
const MARGIN_MINUTES = 15;

/**
 * Until when mails that were due have been sent for certain; ISO 8601. Those of the minutes after it are left to be sent when the stage resumes,
 * some of them twice, as sending itself does when it does not know (shared/output/mail/outgoing.ts). Recurring invoices have no such minutes: a
 * second invoice has a number and goes to the authority, and one that is missing is named in the list. Nor have submissions, which ask the
 * authority first. Pure.
 */
export const sentUntil = ({ until }: Gap): string => new Date(Date.parse(until) - MARGIN_MINUTES * 60_000).toISOString();

/** An item as the table has it. */
export type Stored = Item & Record<string, unknown>;

/** The kinds of work that are settled, with what the command prints about each. */
export const KINDS = {
  'scheduled mails': 'removed: they were sent',
  'mails with documents': 'marked as sent; as failed where earlier tries had failed, since nobody can know',
  'mails about accounts': 'marked as sent, or dropped where earlier tries had failed',
  reminders: 'marked on their invoices as sent',
  'daily runs': 'moved to the next day: reminders and notices to members',
  'recurring invoices': 'moved to their next date: the invoice of this one is among those of --numbers',
  'failing recurring invoices':
    'left: their last runs had failed, and they are tried when the stage resumes; switch off those whose invoice is among those of --numbers',
  'planned submissions': 'the authority is asked for an earlier upload before they are sent',
  'submissions under way': 'begun again: the authority is asked for an earlier upload, and for its verdict',
} as const;
export type Kind = keyof typeof KINDS;

/** Kinds that are printed and left as they are. */
export const LEFT: ReadonlySet<Kind> = new Set(['failing recurring invoices']);

/** One thing that counts as done, or that a person has to look at. */
export interface Settled {
  kind: Kind;
  /** The company and what it is, by ids and dates; nothing about a person. */
  of: string;
  /** One transaction, on the condition that the item is as it was read; null for what is printed and left as it is. */
  write: (() => Promise<unknown>) | null;
}

export const about = (company: CompanyId | string, ...what: (string | undefined)[]): string =>
  [`company ${company}`, ...what].join(' ');
