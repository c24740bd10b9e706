import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { mailTo } from './calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { sent } = emailCalls(service, trader);

// In the long run, because the SDK waits between its tries.
describe('the links of a tracked mail', () => {
  it('redirect when the record of the click cannot be written', async () => {
    const { to } = await sent({ attachPdf: false, body: 'Bună ziua, [oferta](https://shop.example/terms?a=1&b=2)' });
    const { links } = await mailTo(service(), to);
    service().runtime.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'fail' });
    const answer = await service().api('GET', links[0] ?? '');
    service().runtime.faults.clear();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/terms?a=1&b=2']);
  });
});
