import { afterAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { writeClients } from '../../../infra/clients/write.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { connect } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';
import { type Shop, shops, type Step } from '../../support/webshop/shops.ts';

/**
 * The same webshop in TypeScript, Python and PHP against one local runtime: clients, draft, issue, submit, the webhook when the authority has
 * validated the invoice, its PDF, a refund by a credit note.
 */
const service = useOwnService();
writeClients(await openApiDocument((await loadCatalogue()).endpoints, { serverUrl: 'https://api.example.com' }));
const all = shops();
const receiver = await startReceiver();
afterAll(async () => {
  for (const { stop } of all) stop?.();
  await receiver.stop();
});

async function loginOf(): Promise<{
  login: Step['login'];
  scope: Awaited<ReturnType<ReturnType<typeof service>['newCompany']>>;
}> {
  const user = await service().newUser();
  const scope = await service().newCompany(user);
  await connect(service(), scope);
  const { email, password } = user;
  return { login: { url: service().url, email, password, company: scope.company }, scope };
}

describe.each(all)('a webshop in $language', (shop: Shop) => {
  it.skipIf(shop.missing !== '')(
    `sells, receives the event, and refunds${shop.missing === '' ? '' : `, skipped: ${shop.missing}`}`,
    async () => {
      const { login, scope } = await loginOf();
      const done = async (step: Omit<Step, 'login'>): Promise<string> => {
        const { result, error } = await shop.act({ login, ...step });
        expect(error).toBe(undefined);
        return result ?? '';
      };
      const secret = await done({ do: 'connect', name: receiver.url });
      const invoice = await done({ do: 'sell', name: '4711' });
      // The program died after it had sold, and begins again: the order has one invoice, which cannot be issued twice.
      expect((await shop.act({ login, do: 'sell', name: '4711' })).error).toMatch(/^(ApiError|ConflictError|ConflictException)$/);

      const sent = () => receiver.requests.filter(one => one.body.company === scope.company);
      for (let poll = 0; poll < 12 && sent().length === 0; poll++) await service().advance('PT10M');
      expect(sent().map(one => one.body.type)).toEqual(['invoice.validated']);
      const [{ headers: given, raw: body } = { headers: {}, raw: '' }] = sent();
      const headers = given as Record<string, string>;
      expect(await done({ do: 'onWebhook', secret, headers, body })).toBe('%PDF-');
      const forged = await shop.act({ login, do: 'onWebhook', secret, headers, body: body.replace('validated', 'rejected!') });
      expect(forged).toMatchObject({ result: null, error: expect.stringMatching(/^(WebhookVerification|Signature)/) as string });

      const number = await done({ do: 'refund', name: invoice });
      expect(await done({ do: 'refund', name: invoice }).catch(() => number)).toBe(number);
      const { body: listed } = await service().api('GET', '/api/v1/invoices', scope);
      const documents = (listed as { data: { number: string; status: string; total: number }[] }).data;
      expect(documents.map(({ status, total }) => [status, Number(total)])).toEqual(
        expect.arrayContaining([
          ['validated', 1754.5],
          ['issued', -1754.5],
        ]),
      );
      expect(documents).toHaveLength(2);
      expect(documents.map(one => one.number)).toContain(number);
    },
    60_000,
  );
});
