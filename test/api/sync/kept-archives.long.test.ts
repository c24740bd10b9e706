import { describe, expect, it } from 'vitest';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import type { Invoice } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { logDownloads } from '../../support/taxauth/download-log.ts';
import { asFunction } from '../../support/taxauth/workers.ts';

const service = useOwnService();
const { receiver, messages, synchronize, authority } = useReceivers(service, 64_000_000);

/** The authority delivers a message ten times a day. */
const DOWNLOADS = 10;

describe('the response to a submission whose archive the authority does not deliver any more today', () => {
  it('is read from the archive that a synchronization has stored', async () => {
    const seller = await receiver();
    await authority({ mode: 'reject', errors: ['BR-RO-XXX: nu este bine'], processing: 0 });
    const { id } = await issued(service(), seller);
    expect((await call(service(), seller, 'POST', `/invoices/${id}/submit`)).status).toBe(200);
    await synchronize(seller);
    const [message] = await messages(seller);
    expect(message).toMatchObject({ status: 'error', invoiceId: id });
    // The synchronization has the result; the status is that of the submission, which polls five minutes after it.
    const detail = async (): Promise<Invoice> => (await call(service(), seller, 'GET', `/invoices/${id}`)).body;
    expect((await detail()).status).toBe('sent_to_provider');

    const client = authorityClient(service().runtime.engines.taxauth.createToken({ cif: seller.cif }).token);
    const download = () => asFunction('other', false, () => client.downloadAnswer(String(message?.messageId)));
    for (let time = 1; time < DOWNLOADS; time++) await download();
    await expect(download()).rejects.toMatchObject({ limit: 'download' });
    const log = logDownloads();
    await service().advance('PT6M');
    log.stop();
    expect(log.downloads).toEqual([]);
    const rejected = await detail();
    expect([rejected.status, JSON.stringify(rejected.taxauthValidationErrors)]).toEqual([
      'rejected',
      expect.stringContaining('nu este bine'),
    ]);
  });
});
