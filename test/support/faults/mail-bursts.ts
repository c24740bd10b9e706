import { beforeAll, beforeEach } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { newEmail, recordWrite } from '#shared/output/mail/documents/accept.ts';
import type { EmailItem } from '#shared/output/mail/documents/model.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { inForce } from '../invoices.ts';
import { keyWith } from '../members.ts';
import type { Scope, Service, User } from '../service.ts';

/** Limits of the mail service that no test reaches. */
export const PLENTY = { perSecond: 14, perDay: 50_000 };

/** Otherwise a second message may meet the first being processed: it waits for its visibility timeout, and has nothing to do then. */
export const comesOnce = process.env['LOCAL_STRICT'] !== 'all';

/**
 * * Bursts of mails of one company, for tests of the limits of the mail service. @param limits the current limits of the mail service:
 * practically none before each test
 */
export function useBursts(service: () => Service, limits: typeof PLENTY) {
  let user: User;
  let scope: Scope;
  beforeAll(async () => {
    user = await service().newUser();
    const { company } = await service().newCompany(user);
    scope = { token: await keyWith(service(), user, PERMISSIONS), company };
  });
  beforeEach(() => Object.assign(limits, PLENTY));

  /** Mails with a new invoice, as if many companies sent them at once: not counted for the hourly limit of one. */
  async function burst(size: number): Promise<{ invoiceId: string; addresses: string[] }> {
    const invoiceId = (await inForce(service(), scope)).id;
    const document = await mailableInvoices.read(scope.company, invoiceId);
    if (!document) throw new Error('The invoice is gone.');
    const asked = { cc: [], bcc: [], attachPdf: false, attachXml: false, tracking: false, language: 'ro' as const };
    const addresses = Array.from({ length: size }, (_, n) => `burst-${n}-${invoiceId}@client.example`);
    const emails = addresses.map(to =>
      newEmail(document, { ...asked, to, subject: 'Factura', body: 'Factura.' }, { id: null, name: 'System', email: null }),
    );
    for (let from = 0; from < size; from += 25)
      await transact(emails.slice(from, from + 25).map(email => recordWrite(KINDS.invoice, email)));
    return { invoiceId, addresses };
  }

  const recordsOf = async (invoiceId: string) =>
    (
      await queryItems<EmailItem>({
        partition: companyPartition(scope.company),
        beginsWith: `${KINDS.invoice.prefix}MAIL#${invoiceId}#`,
      })
    ).map(({ data }) => data);

  const queue = (name: string) =>
    service()
      .runtime.engines.sqs.depths()
      .find(one => one.name === name);

  return { burst, recordsOf, queue, user: (): User => user };
}
