import { SendEmailCommand, type SendEmailCommandInput, SESv2Client } from '@aws-sdk/client-sesv2';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SendingLimits } from '../../../infra/local/engines/ses/limits.ts';
import { type SesEngine, type SesEvent, startSes } from '../../../infra/local/engines/ses/index.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { clientConfig, dataFolder, refusal } from './engines-support.ts';

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
  engine = await startSes({ dataDir, onEvent: event => void events.push(event), configurationSets: ['tracked'], limits });
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

describe('errors of SES', () => {
  test('a MIME over 40 MB is MessageRejected', async () => {
    const attempt = send({ Content: { Raw: { Data: Buffer.concat([await mime(), Buffer.alloc(42_000_000, 'x')]) } } });
    expect(await refusal(attempt)).toMatchObject({ name: 'MessageRejected', status: 400 });
  });
});
