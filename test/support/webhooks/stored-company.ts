import type { Plan } from '#shared/platform/access/model.ts';
import { companyRecordKey, organizationRecordKey } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changesOf } from '#shared/platform/store/record-set.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { readEndpoints, type WebhookEndpoint, WEBHOOKS } from '#shared/app/webhooks/endpoints/store.ts';

/** Companies with webhooks in the table, for tests without a service. */

/** A webhook for all events; the text of its secret takes the place of the encrypted one. */
export const newEndpoint = (overrides: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...{ id: newId(), url: 'https://receiver.example/hook', description: null, events: ['*'], isActive: true },
  ...{ secret: 'whsec_abcd', previousSecrets: [], createdBy: null },
  ...{ activeSince: instant(), createdAt: instant(), updatedAt: instant() },
  ...overrides,
});

/** Replaces the webhooks of a company. */
export const setEndpoints = async (company: CompanyId, endpoints: WebhookEndpoint[]): Promise<void> =>
  transact(changesOf(WEBHOOKS, company, await readEndpoints(company), endpoints));

/** Stores a company with its organization and webhooks. */
export async function storedCompany(
  endpoints: WebhookEndpoint[],
  { plan = 'business', deletedAt = null }: { plan?: Plan; deletedAt?: string | null } = {},
): Promise<CompanyId> {
  const [id, organizationId] = [companyScope(newId()), newId()];
  await transact([
    put({
      ...companyRecordKey(id),
      kind: 'company',
      version: 1,
      data: { id, organizationId, name: 'Firma SRL', deletedAt, version: 1 },
    }),
    put({ ...organizationRecordKey(organizationId), kind: 'organization', data: { id: organizationId, plan } }),
  ]);
  if (endpoints.length > 0) await setEndpoints(id, endpoints);
  return id;
}
