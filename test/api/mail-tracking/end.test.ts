import { expect, test } from 'vitest';
import { everythingAtRest } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { mailTo } from './calls.ts';

/** What is recorded of readers, and until when (OUT-100). */

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { history, sent } = emailCalls(service, trader);

test('opens and clicks hold a network in place of the address, and end 90 days after the mail; the status stays', async () => {
  const { invoice, to } = await sent({ attachPdf: false, body: '[oferta](https://shop.example/terms)' });
  const { picture = '', links } = await mailTo(service(), to);
  const read = (path: string, address: string) =>
    service().api('GET', path, { headers: { 'x-forwarded-for': address, 'user-agent': 'AnaPhone/1.0' } });
  await read(picture, '203.0.113.77');
  await service().advance('PT2M');
  await Promise.all([read(picture, '198.51.100.9'), read(links[0] ?? '', '2001:db8:1:2:3:4:5:6')]);
  const [record] = await history(invoice.id);
  expect([record?.metadata?.opens?.length, record?.metadata?.clicks?.length]).toEqual([2, 1]);
  expect(record?.metadata?.opens?.map(({ ipAddress }) => ipAddress)).toEqual(['203.0.113.0', '198.51.100.0']);
  const stored = await everythingAtRest();
  expect(stored).toContain('AnaPhone/1.0');
  for (const address of ['203.0.113.77', '198.51.100.9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:'])
    expect(stored).not.toContain(address);

  await service().advance('P89D');
  expect((await history(invoice.id))[0]?.metadata).toEqual(record?.metadata);
  await service().advance('P1D');
  const [after] = await history(invoice.id);
  expect(after).toEqual({ ...record, metadata: null });
  // DynamoDB removes them then; a late reading is not recorded.
  await read(picture, '203.0.113.77');
  expect((await history(invoice.id))[0]).toEqual(after);
});
