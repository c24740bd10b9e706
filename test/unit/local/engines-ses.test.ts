import { SendEmailCommand, type SendEmailCommandInput, SESv2Client } from '@aws-sdk/client-sesv2';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressProblem } from '../../../infra/local/engines/ses/message.ts';
import type { SendingLimits } from '../../../infra/local/engines/ses/limits.ts';
import { type SesEngine, type SesEvent, startSes } from '../../../infra/local/engines/ses/index.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { clientConfig, dataFolder, refusal } from './engines-support.ts';
import { DEPTH } from '../../support/effort.ts';

const root = dataFolder();
let dataDir: string;
let engine: SesEngine;
let client: SESv2Client;
let events: SesEvent[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(root, 'case-'));
  await start();
});
afterEach(() => {
  setTimeSource(() => Date.now());
  return engine.stop();
});

async function start(limits?: SendingLimits): Promise<void> {
  events = [];
  engine = await startSes({
    ...{ dataDir, onEvent: event => void events.push(event), configurationSets: ['tracked'], limits },
    identities: ['example.ro', 'one@other.example'],
  });
  client = new SESv2Client({ ...clientConfig, endpoint: engine.endpoint });
}

const send = async (input: SendEmailCommandInput) => (await client.send(new SendEmailCommand(input))).MessageId ?? '';

const pdf = Buffer.from('%PDF-1.7 not much of one');
const mime = (more: object = {}) =>
  new MailComposer({
    from: 'Țesătorie Șerban SRL <facturi@example.ro>',
    to: 'client@example.com',
    subject: 'Factura FĂȚ-001 e gata',
    text: 'Bună ziua, aveți de plată 1.190,00 lei.',
    html: '<p>Bună ziua</p><script>alert(1)</script>',
    headers: { 'List-Unsubscribe': '<https://example.ro/u>' },
    attachments: [{ filename: 'Factură ăîșț.pdf', content: pdf, contentType: 'application/pdf' }],
    ...more,
  })
    .compile()
    .build();

const simple = (ToAddresses: string[], more: object = {}): SendEmailCommandInput => ({
  FromEmailAddress: 'facturi@example.ro',
  Destination: { ToAddresses },
  Content: { Simple: { Subject: { Data: 'Salut' }, Body: { Text: { Data: 'Text' } } } },
  ...more,
});

test.each([
  ['a domain', 'A <facturi@EXAMPLE.ro>', true],
  ['a subdomain', 'facturi@mail.example.ro', true],
  ['an address', 'one@other.example', true],
  ['another address of its domain', 'two@other.example', false],
  ['a domain that only ends like a verified one', 'a@bexample.ro', false],
])('senders need a verified identity: %s', async (_, FromEmailAddress, accepted) => {
  const sent = send({ ...simple(['client@example.com']), FromEmailAddress });
  if (accepted) expect(await sent).not.toBe('');
  else expect(await refusal(sent)).toMatchObject({ name: 'MessageRejected', status: 400 });
});

test('the From of the message needs one too', async () => {
  const Data = await mime({ from: 'a@unverified.example' });
  const sent = send({ ...simple(['client@example.com']), Content: { Raw: { Data } } });
  expect(await refusal(sent)).toMatchObject({ name: 'MessageRejected' });
});

describe('the mailbox', () => {
  test('a raw mail arrives with diacritics, bcc of the destination, headers and its attachment', async () => {
    const MessageId = await send({
      FromEmailAddress: 'facturi@example.ro',
      Destination: {
        ToAddresses: ['Client <client@example.com>'],
        CcAddresses: ['cc@example.com'],
        BccAddresses: ['hidden@example.com'],
      },
      Content: { Raw: { Data: await mime() } },
    });
    const [message] = await engine.messages();
    expect(message).toMatchObject({
      messageId: MessageId,
      from: 'facturi@example.ro',
      to: ['client@example.com'],
      cc: ['cc@example.com'],
      bcc: ['hidden@example.com'],
      subject: 'Factura FĂȚ-001 e gata',
      text: expect.stringContaining('aveți de plată') as string,
      html: expect.stringContaining('<p>Bună ziua</p>') as string,
      attachments: [{ filename: 'Factură ăîșț.pdf', contentType: 'application/pdf', size: pdf.length }],
    });
    expect(message?.headers).toMatchObject({
      from: 'Țesătorie Șerban SRL <facturi@example.ro>',
      'list-unsubscribe': '<https://example.ro/u>',
    });
    const attachment = await engine.attachment(message?.id ?? '', 0);
    expect(attachment).toEqual({ filename: 'Factură ăîșț.pdf', contentType: 'application/pdf', bytes: pdf });
    expect(await engine.attachment(message?.id ?? '', 1)).toBeUndefined();
  });

  test('without a destination the recipients are those of the MIME', async () => {
    await send({ Content: { Raw: { Data: await mime({ cc: ['Doi <doi@example.com>', 'trei@example.com'] }) } } });
    expect((await engine.messages())[0]).toMatchObject({
      to: ['client@example.com'],
      cc: ['doi@example.com', 'trei@example.com'],
      bcc: [],
    });
  });

  test('a simple mail becomes MIME of its parts', async () => {
    const Simple = {
      Subject: { Data: 'Ștampilă' },
      Body: { Text: { Data: 'ț' }, Html: { Data: '<b>ț</b>' } },
      Headers: [{ Name: 'X-Company', Value: '42' }],
      Attachments: [{ FileName: 'a.xml', ContentType: 'application/xml', RawContent: Buffer.from('<a/>') }],
    };
    await send({ ...simple(['a@example.com']), ReplyToAddresses: ['reply@example.ro'], Content: { Simple } });
    const [message] = await engine.messages();
    expect(message).toMatchObject({ subject: 'Ștampilă', html: expect.stringContaining('<b>ț</b>') as string });
    expect(message?.headers).toMatchObject({ 'x-company': '42', 'reply-to': 'reply@example.ro' });
    expect(message?.attachments).toEqual([{ filename: 'a.xml', contentType: 'application/xml', size: 4 }]);
  });

  test('messages are newest first; the recipient filter searches to, cc and bcc, ignoring case', async () => {
    await send(simple(['first@example.com']));
    await send(
      simple(['second@example.com'], {
        Destination: { ToAddresses: ['second@example.com'], BccAddresses: ['First@Example.com'] },
      }),
    );
    const recipients = async (to?: string) => (await engine.messages({ to })).map(message => message.to[0]);
    expect(await recipients()).toEqual(['second@example.com', 'first@example.com']);
    expect(await recipients('FIRST@example.com')).toEqual(['second@example.com', 'first@example.com']);
    expect(await recipients('second@example.com')).toEqual(['second@example.com']);
    expect(await recipients('third@example.com')).toEqual([]);
  });

  test('mails survive a restart, even one that truncated the last line of the index; clear removes them', async () => {
    const MessageId = await send(simple(['a@example.com']));
    await engine.stop();
    appendFileSync(join(dataDir, 'mail', 'index.jsonl'), '{"id":"half');
    await start();
    await send(simple(['b@example.com']));
    await engine.stop();
    await start();
    expect((await engine.messages()).map(message => message.to[0])).toEqual(['b@example.com', 'a@example.com']);
    expect((await engine.messages()).at(-1)?.messageId).toBe(MessageId);

    engine.clear();
    expect(await engine.messages()).toEqual([]);
    await engine.stop();
    await start();
    expect(await engine.messages()).toEqual([]);
  });

  test('the page escapes the content of mails, and links attachments', async () => {
    await send({ Content: { Raw: { Data: await mime({ subject: '<img src=x onerror=alert(1)>' }) } } });
    const page = await engine.mailboxPage();
    const [message] = await engine.messages();
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain(`href="/_local/mailbox/${message?.id}/attachments/0"`);
    expect(page).toMatch(/<iframe\s+sandbox="allow-popups allow-popups-to-escape-sandbox"\s+srcdoc="&lt;p&gt;Bună ziua/);
  });
});

describe('links of mails in the mailbox', () => {
  test('open in a new page: the frame may show only the mail', async () => {
    const html = '<html><head><title>Factura</title></head><body><a href="https://x.example/pay">Plătește</a></body></html>';
    await send({ Content: { Raw: { Data: await mime({ html }) } } });
    const page = await engine.mailboxPage();
    expect(page).toMatch(/srcdoc="[^"]*&lt;head&gt;&lt;base target=&quot;_blank&quot; \/&gt;[^"]*x\.example\/pay/);
  });
});

describe('errors of SES', () => {
  test('invalid addresses, no recipient, more than 50, and templates are BadRequestException', async () => {
    const Data = await mime();
    const attempts: SendEmailCommandInput[] = [
      simple(['nobody']),
      simple(['a b@example.com']),
      simple(['ștefan@example.com']),
      simple(['a@example.com', 'b@exa_mple.com']),
      simple(['a@example.com\r\nBcc: b@example.com']),
      simple([]),
      simple(Array.from({ length: 51 }, (_, n) => `u${n}@example.com`)),
      { ...simple(['a@example.com']), FromEmailAddress: 'nobody' },
      { ...simple(['a@example.com']), EmailTags: [{ Name: 'ă', Value: 'x' }] },
      { ...simple(['a@example.com']), Content: { Template: { TemplateName: 't' } } },
      {
        Content: { Raw: { Data: Buffer.from('Subject: no sender\r\n\r\ntext') } },
        Destination: { ToAddresses: ['a@example.com'] },
      },
      { Content: { Raw: { Data } }, Destination: { ToAddresses: ['broken@'] } },
    ];
    for (const attempt of attempts)
      expect(await refusal(send(attempt))).toMatchObject({ name: 'BadRequestException', status: 400 });
    expect(await engine.messages()).toEqual([]);
  });

  test('an unknown configuration set is NotFoundException', async () => {
    const attempt = send({ ...simple(['a@example.com']), ConfigurationSetName: 'unknown' });
    expect(await refusal(attempt)).toMatchObject({ name: 'NotFoundException', status: 404 });
  });

  test('with limits: recipients above the rate are TooManyRequestsException, those above the daily quota ThrottlingException', async () => {
    let at = Date.parse('2026-11-22T10:00:00Z');
    setTimeSource(() => at);
    await engine.stop();
    await start({ perSecond: 2, perDay: 3 });
    await send(simple(['a@example.com', 'b@example.com']));
    expect(await refusal(send(simple(['c@example.com'])))).toMatchObject({ name: 'TooManyRequestsException', status: 429 });
    at += 1_000;
    await send(simple(['d@example.com']));
    at += 1_000;
    expect(await refusal(send(simple(['e@example.com'])))).toMatchObject({ name: 'ThrottlingException', status: 400 });
    expect((await engine.messages()).map(({ to }) => to)).toEqual([['d@example.com'], ['a@example.com', 'b@example.com']]);
  });

  test.runIf(DEPTH)('a MIME over 40 MB is MessageRejected', async () => {
    const attempt = send({ Content: { Raw: { Data: Buffer.concat([await mime(), Buffer.alloc(42_000_000, 'x')]) } } });
    expect(await refusal(attempt)).toMatchObject({ name: 'MessageRejected', status: 400 });
  });

  test.each([
    ['a@example.com', null],
    ["o'neil+tag@sub.example.co", null],
    ['"quoted local"@example.com', null],
    ['a@xn--rrv.example', null],
    ['example.com', /Missing final/],
    ['@example.com', /Local/],
    [`${'a'.repeat(65)}@example.com`, /Local/],
    ['.a@example.com', /dot/],
    ['a..b@example.com', /dot/],
    ['a@b@example.com', /illegal/],
    ['a@', /Domain/],
    ['a@-example.com', /Domain/],
    ['a@țară.ro', /Domain/],
  ])('%s: %s', (address, problem) => {
    if (problem) expect(addressProblem(address)).toMatch(problem);
    else expect(addressProblem(address)).toBeNull();
  });
});

describe('events', () => {
  const tracked = (more: object = {}) => ({
    ...simple(['a@example.com'], { Destination: { ToAddresses: ['a@example.com'], BccAddresses: ['b@example.com'] } }),
    ConfigurationSetName: 'tracked',
    EmailTags: [{ Name: 'emailId', Value: '0191-abc' }],
    ...more,
  });

  test('a mail of a configuration set publishes Send and Delivery with its tags', async () => {
    const messageId = await send(tracked());
    await expect.poll(() => engine.pending()).toBe(0);
    expect(events.map(event => event.eventType)).toEqual(['Send', 'Delivery']);
    expect(events[0]).toMatchObject({
      send: {},
      mail: {
        messageId,
        source: 'facturi@example.ro',
        destination: ['a@example.com', 'b@example.com'],
        commonHeaders: { subject: 'Salut' },
        tags: { 'ses:configuration-set': ['tracked'], emailId: ['0191-abc'] },
      },
    });
    expect(events[1]).toMatchObject({ delivery: { recipients: ['a@example.com', 'b@example.com'] } });
  });

  test('a mail without configuration set publishes nothing', async () => {
    await send(simple(['a@example.com']));
    expect(engine.pending()).toBe(0);
    expect(events).toEqual([]);
  });

  test('emit publishes feedback of a mail in the format of SES', async () => {
    const messageId = await send(tracked());
    await expect.poll(() => engine.pending()).toBe(0);
    const at = '2026-03-01T10:00:00.000Z';
    for (const type of ['delivery', 'open', 'click', 'bounce', 'complaint'] as const) {
      expect(await engine.emit({ messageId, type, at, link: 'https://example.ro/f', reason: 'smtp; 550 no such user' })).toBe(
        true,
      );
    }
    expect(await engine.emit({ messageId, type: 'bounce', bounceType: 'Transient' })).toBe(true);
    expect(events.slice(2)).toMatchObject([
      { eventType: 'Delivery', delivery: { timestamp: at } },
      { eventType: 'Open', open: { timestamp: at } },
      { eventType: 'Click', click: { timestamp: at, link: 'https://example.ro/f' } },
      {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: 'a@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 no such user' }, {}],
        },
      },
      { eventType: 'Complaint', complaint: { timestamp: at, complainedRecipients: [{ emailAddress: 'a@example.com' }, {}] } },
      { eventType: 'Bounce', bounce: { bounceType: 'Transient' } },
    ]);
    expect(await engine.emit({ messageId: 'unknown', type: 'open' })).toBe(false);
  });
});
