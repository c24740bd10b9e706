import { randomInt } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { epochSeconds, now } from '#shared/base/kernel/clock.ts';
import type { ListedUpload } from '../simulator/lists.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, type Write } from '#shared/platform/store/transact.ts';

/**
 * What the simulator has taken of a sandbox company, in the partition of the company. Like the authority it forgets messages after 60
 * days. The document is an item of its own, so that lists do not read it.
 */

export interface SandboxMessage extends Omit<ListedUpload, 'checksLeft'> {
  errors: string[];
  /** From when on the status is the verdict: ISO 8601 UTC. */
  answersAt: string;
}

const MESSAGE = 'SANDBOX#MESSAGE#';
const KEPT_SECONDS = 60 * 86_400;

/** The most bytes of a compressed document: an item of the table has 400 KB. */
export const MAX_PACKED_BYTES = 380_000;

/** A new index: the time and three random digits, so that keys are in the order of arrival. */
export const newIndex = (): number => now().getTime() * 1000 + randomInt(1000);

/** The id of the message of an upload, which the authority also counts apart from uploads. */
export const downloadIdOf = (index: number): number => index + 1_000_000_000_000_000;
export const indexOf = (downloadId: number): number => downloadId - 1_000_000_000_000_000;

const messageKey = (company: CompanyId, index: number): Key => companyKey(company, `${MESSAGE}${index}`);
const documentKey = (company: CompanyId, index: number): Key => companyKey(company, `SANDBOX#DOCUMENT#${index}`);
const numberKey = (company: CompanyId, { standard, number }: Numbered): Key =>
  companyKey(company, `SANDBOX#NUMBER#${standard}#${keyText(number)}`);

export interface Numbered {
  standard: string;
  number: string;
}

/** The compressed bytes of a document. */
export const packed = (xml: string): Uint8Array => gzipSync(xml);

/** The writes that take a message with its document. */
export const messageWrites = (company: CompanyId, message: SandboxMessage, document: Uint8Array): Write[] => {
  const expiresAt = epochSeconds() + KEPT_SECONDS;
  return [
    create({ ...messageKey(company, message.index), kind: 'sandbox-message', data: message, expiresAt }),
    put({ ...documentKey(company, message.index), kind: 'sandbox-document', document, expiresAt }),
  ];
};

/** The write that remembers an accepted document by its number. Fails with `ConditionFailed` for a second one. */
export const numberWrite = (company: CompanyId, of: Numbered, { index, at }: SandboxMessage): Write =>
  create({ ...numberKey(company, of), kind: 'sandbox-lookup', data: { index, at }, expiresAt: epochSeconds() + KEPT_SECONDS });

/** The accepted document of a number. */
export const readNumber = async (company: CompanyId, of: Numbered) =>
  (await getItem<Item & { data: { index: number; at: string } }>(numberKey(company, of)))?.data;

export const readMessage = async (company: CompanyId, index: number): Promise<SandboxMessage | undefined> =>
  (await getItem<Item & { data: SandboxMessage }>(messageKey(company, index)))?.data;

/** The text of a document. */
export async function readDocumentOf(company: CompanyId, index: number): Promise<string> {
  const item = await getItem<Item & { document: Uint8Array }>(documentKey(company, index));
  return item ? gunzipSync(item.document).toString() : '';
}

/** Sort keys of what arrived between two instants (epoch milliseconds): an index begins with its time. */
export const arrivedBetween = (prefix: string, from: number, to: number): [string, string] => [
  `${prefix}${String(Math.max(0, from) * 1000).padStart(16, '0')}`,
  `${prefix}${to * 1000 + 999}`,
];

/** The messages of a company that arrived between two instants (epoch milliseconds), newest first. */
export const readMessages = async (company: CompanyId, from: number, to: number): Promise<SandboxMessage[]> =>
  (
    await queryItems<Item & { data: SandboxMessage }>(
      { partition: companyPartition(company), between: arrivedBetween(MESSAGE, from, to) },
      { descending: true },
    )
  ).map(({ data }) => data);
