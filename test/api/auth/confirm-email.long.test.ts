import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, mailedToken, newEmail, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { mailedCalls } from './mailed-calls.ts';
import type { MailItem } from '#shared/output/mail/requests.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { tokenIn } from '../../../infra/local/demo/journey.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { confirm, subjects, resend } = mailedCalls(service);
afterEach(() => service().runtime.faults.clear());
const mailsOf = (userId: string) => queryItems<MailItem>({ partition: userPartition(userId), beginsWith: 'MAIL#' });

describe('POST /api/auth/confirm-email', () => {
  test('10 simultaneous uses of one token: one 200, nine 401, one welcome mail', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ token })));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    await service().idle();
    expect((await subjects(email)).filter(subject => subject === 'Bine ați venit')).toHaveLength(1);
  });

  test('a token mailed to an address that the account no longer has confirms nothing', async () => {
    const { userId, email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    await changeAccount(userId, { email: newEmail() });
    expect((await confirm({ token })).status).toBe(401);
  });
});

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

describe('POST /api/auth/resend-confirmation', () => {
  test('at most 3 mails per hour and email, for all callers together, and the response does not reveal it', async () => {
    const { email } = await registerOnly(service());
    await service().idle();
    const send = async (times: number) => {
      for (let sent = 0; sent < times; sent++) expect((await resend({ email: email.toUpperCase() })).status).toBe(200);
      await service().idle();
      return (await subjects(email)).length;
    };
    expect(await send(5)).toBe(1 + 3);
    await service().advance('PT59M');
    expect(await send(1)).toBe(1 + 3);
    await service().advance('PT2M');
    expect(await send(1)).toBe(1 + 4);
  });
});
