import type { CompanyId, Item } from '#shared/platform/store/table.ts';

/** The time between a restored second and the pause of the stage: what was due then has been done, and the restored table does not know it. */
export interface Gap {
  /** The restored second; ISO 8601. */
  to: string;
  /** When the stage was paused: from then on nothing was sent. */
  until: string;
}

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
  'planned submissions': 'the authority is asked for an earlier upload before they are sent',
  'submissions under way': 'begun again: the authority is asked for an earlier upload, and for its verdict',
} as const;
export type Kind = keyof typeof KINDS;

/** One thing that counts as done. */
export interface Settled {
  kind: Kind;
  /** The company and what it is, by ids and dates; nothing about a person. */
  of: string;
  /** One transaction, on the condition that the item is as it was read. Undefined: somebody has changed it, which needs nothing. */
  write(): Promise<unknown>;
}

export const about = (company: CompanyId | string, ...what: (string | undefined)[]): string =>
  [`company ${company}`, ...what].join(' ');
