import type { Sealed } from '#shared/platform/aws/sealed.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { type RecordSet, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove } from '#shared/platform/store/transact.ts';

/** A replaced secret, and the end of its grace period (ISO 8601 UTC). */
export interface PreviousSecret {
  secret: Sealed;
  until: string;
}

/**
 * A receiver of a company's events (WHK-1). Item `C#<company>` / `WEBHOOK#<id>`; version of the set:
 * `WEBHOOK#`.
 */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  /** Names of events, or only `*` for all present and future ones. */
  events: string[];
  isActive: boolean;
  /** Encrypted, bound to the company and the endpoint (secret.ts). */
  secret: Sealed;
  /** Earlier secrets that also sign, each until its instant; newest first. */
  previousSecrets: PreviousSecret[];
  createdBy: string | null;
  /** Instant when it was created or last switched on; earlier failures do not count. */
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

/** How endpoints are stored: as a set, because their number is limited. */
export const WEBHOOKS: SetArea<WebhookEndpoint> = {
  prefix: PREFIX,
  read: readEndpoints,
  write: (company, before, after) => {
    if (!after) return remove(endpointKey(company, before?.id ?? ''));
    return before ? put(endpointItem(company, after)) : create(endpointItem(company, after));
  },
};

/** Whether an endpoint receives events of a type. */
export const isSubscribed = ({ events }: WebhookEndpoint, type: string): boolean => events.includes('*') || events.includes(type);

/** The endpoint with an id. @param what name in the 404 of the resource that the request is about. @throws 404 */
export const foundEndpoint = (records: readonly WebhookEndpoint[], id: string | undefined, what = 'Webhook'): WebhookEndpoint =>
  found(
    records.find(endpoint => endpoint.id === id),
    what,
  );
