import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { pdfText } from '../files.ts';
import type { Service } from '../service.ts';
import { everyItem } from '../stored/every-item.ts';

/** The ids of the mails that recipients have so far. */
export const mailsSent = async (service: Service): Promise<ReadonlySet<string>> =>
  new Set((await service.mailbox()).map(({ messageId }) => messageId));

/** A PDF breaks a long address at the end of a line. */
const isInPdf = (shown: string, text: string): boolean =>
  shown.includes(text) || (text.includes('@') && shown.replaceAll(' ', '').includes(text));

/**
 * Where a text is: in the table by kinds of items, in any version of a file by what it is, in mails, and in the log.
 *
 * @param known the ids of mails that recipients have already, which are not looked at
 */
export async function placesOf(service: Service, text: string, known: ReadonlySet<string>): Promise<string[]> {
  const items = (await everyItem()).filter(item => JSON.stringify(item).includes(text)).map(({ kind }) => kind as string);
  const Bucket = environment('documentsBucket');
  const { Versions = [], IsTruncated } = await s3().send(new ListObjectVersionsCommand({ Bucket }));
  if (IsTruncated) throw new Error('There are more files than one page.');
  const files: string[] = [];
  for (const { Key = '', VersionId } of Versions) {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key, VersionId }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const isIn = Key.endsWith('.pdf') ? isInPdf(await pdfText(bytes), text) : bytes.includes(text);
    if (isIn || Key.includes(text)) files.push(`file ${Key.split('.').at(-1)}`);
  }
  const sent = (await service.mailbox()).filter(({ messageId }) => !known.has(messageId));
  const mails = sent.some(mail => JSON.stringify(mail).includes(text)) ? ['sent mail'] : [];
  const log = readFileSync(join(service.dataDir, 'service.log'), 'utf8').includes(text) ? ['log'] : [];
  return [...new Set([...items, ...files, ...mails, ...log])].toSorted();
}
