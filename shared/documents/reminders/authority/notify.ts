import { noticedMembers } from '#shared/platform/access/noticed.ts';
import { log } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Company } from '#shared/model/company.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { bestFor } from '#shared/authority/taxauth/connections/model.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';
import { unlessAsked } from '../notices/notify.ts';
import type { InvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { unsentWarnings } from './unsent.ts';
import { authorityWarnings, isStale } from './warnings.ts';

/**
 * Requests the mails that warn the members who may use the connection to the tax authority. Idempotent: at most one mail for each
 * member and day. A stale synchronization is also logged, which raises an alarm for operators.
 */
export async function warnMembers(company: Company, list: Promise<InvoiceList>, day: string): Promise<void> {
  // Its connection is the simulator, and nobody waits for its documents.
  if (company.sandbox) return;
  const { id, organizationId, cif, name: companyName } = company;
  const [connecting, invoices] = await Promise.all([readConnecting(organizationId), list]);
  const token = bestFor(connecting, cif);
  // A metric filter counts this message (infra/stacks/observability/log-filters.ts).
  if (isStale(company, day)) log.warn('Synchronization is stale', { companyId: id, day });
  const warnings = [
    ...authorityWarnings(company, token?.expiresAt ?? null, day),
    // A company that was never connected sends its documents elsewhere: the list of late ones shows them.
    ...(token ? unsentWarnings(invoices, day) : []),
  ];
  if (warnings.length === 0) return;
  const warned = await noticedMembers(company, 'efactura.submit');
  await Promise.all(
    warned.map(({ userId }) => {
      const request = { template: 'authority-warning' as const, userId, companyId: id, companyName, day, warnings };
      return unlessAsked(mailRequest(companyPartition(id), request, `authority-${day}-${userId}`));
    }),
  );
}
