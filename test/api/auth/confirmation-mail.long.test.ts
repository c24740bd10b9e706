import { afterEach, describe, expect, test } from 'vitest';
import type { MailItem } from '#shared/output/mail/requests.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { tokenIn } from '../../../infra/local/demo/journey.ts';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { confirm } = authCalls(service);
const mailsOf = (userId: string) => queryItems<MailItem>({ partition: userPartition(userId), beginsWith: 'MAIL#' });

afterEach(() => service().runtime.faults.clear());

describe('the confirmation mail', () => {
  test('a failing mail service delays the mail, which is sent once', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 3 });
    const { email } = await registerOnly(service());
    await service().idle();
    expect(await service().mailbox(email)).toHaveLength(0);
    await service().advance('PT10M');
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a worker that dies just before sending: the mail is sent once', async () => {
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'workers-send-email', operation: 'ses.SendEmail' });
    const { email } = await registerOnly(service());
    await service().idle();
    expect(service().runtime.faults.crashed()).toBe(true);
    expect(await service().mailbox(email)).toHaveLength(0);
    await service().advance('PT10M');
    expect(await service().mailbox(email)).toHaveLength(1);
  });

  test('a worker that dies just after sending, or loses the response, sends no second mail: the mail service reports the first', async () => {
    service().runtime.faults.crash({ call: 1, when: 'after', name: 'workers-send-email', operation: 'ses.SendEmail' });
    service().runtime.faults.crash({ call: 1, when: 'lostAnswer', name: 'workers-send-email', operation: 'ses.SendEmail' });
    for (let person = 0; person < 2; person++) {
      const { email, userId } = await registerOnly(service());
      await service().idle();
      await service().advance('PT10M');
      const tokens = (await service().mailbox(email)).map(tokenIn);
      expect(tokens).toHaveLength(1);
      expect((await mailsOf(userId)).map(mail => mail.data.state)).toEqual(['sent']);
      expect((await confirm({ token: tokens[0] })).status).toBe(200);
    }
  });
});
