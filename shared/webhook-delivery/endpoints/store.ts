import type { Sealed } from '../../aws/sealed.ts';
import { found } from '../../kernel/errors.ts';
import { type RecordSet, readSet, type SetArea } from '../../store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../../store/table.ts';
import { create, put, remove } from '../../store/transact.ts';

/** A secret that was replaced, and the end of its grace (ISO 8601 UTC). */
export interface PreviousSecret {
  secret: Sealed;
  until: string;
}

/** Receivers of a company's events (interface.md §Webhook endpoint). Item `C#<company>` / `WEBHOOK#<id>`; the set's version at `WEBHOOK#`. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  /** Names of events, or `*` alone: all present and future ones. */
  events: string[];
  isActive: boolean;
  /** Sealed for the company and the endpoint (secret.ts). */
  secret: Sealed;
  /** Earlier secrets that sign as well, each until its instant; the newest first. */
  previousSecrets: PreviousSecret[];
  createdBy: string | null;
  /** When it was made, or last switched on: failures from before do not count. */
  activeSince: string;
  createdAt: string;
  updatedAt: string;
}

const PREFIX = 'WEBHOOK#';

export const endpointKey = (company: CompanyId, id: string): Key => companyKey(company, `${PREFIX}${id}`);

const endpointItem = (company: CompanyId, endpoint: WebhookEndpoint): Item & Record<string, unknown> => ({
  ...endpointKey(company, endpoint.id),
  kind: 'webhook',
  data: endpoint,
});

/** All endpoints of a company, oldest first, with the version of the set. */
export const readEndpoints = (company: CompanyId): Promise<RecordSet<WebhookEndpoint>> =>
  readSet<WebhookEndpoint>(company, PREFIX);

/** How endpoints are kept as a set: their number has a limit. */
export const WEBHOOKS: SetArea<WebhookEndpoint> = {
  prefix: PREFIX,
  read: readEndpoints,
  write: (company, before, after) => {
    if (!after) return remove(endpointKey(company, before?.id ?? ''));
    return before ? put(endpointItem(company, after)) : create(endpointItem(company, after));
  },
};

/** Whether an endpoint is sent events of a type. */
export const isSubscribed = ({ events }: WebhookEndpoint, type: string): boolean => events.includes('*') || events.includes(type);

/** @param what is not found where the endpoint is not: what the request names below it. @throws 404 */
export const foundEndpoint = (records: readonly WebhookEndpoint[], id: string | undefined, what = 'Webhook'): WebhookEndpoint =>
  found(
    records.find(endpoint => endpoint.id === id),
    what,
  );
