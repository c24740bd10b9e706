import { type AuthorityCall, digitsOf } from '#shared/authority/calls/limits.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { TaxauthRefused, TaxauthUnauthorized } from './errors.ts';
import { parseDownloadAnswer, parseMessageList, parseStatusAnswer, parseUploadAnswer } from './protocol.ts';
import type { MessagePage, StatusAnswer, UploadAnswer } from './protocol.ts';
import { call } from './transport.ts';
import type { TaxauthConnection } from './transport.ts';

/**
 * The tax authority's e-invoice service (upload, stareMesaj, descarcare, the message lists), one call per function and no
 * retries: the state machine decides about retries, because after TaxauthAnswerLost it must first look for the upload.
 * Every function throws the errors of errors.ts. A `cif` is given with or without its `RO`.
 */
export interface Upload {
  /** Tax id whose rights the upload uses: the issuer. */
  cif: string;
  xml: string | Uint8Array<ArrayBuffer>;
  /** `CN` for a UBL CreditNote. */
  standard: 'UBL' | 'CN';
  /** The buyer is a consumer: the invoice is sent to `uploadb2c`, which such invoices must use. */
  b2c?: boolean;
  /** The buyer is abroad and has no Romanian number (`extern`). */
  external?: boolean;
  /** The issuer is the buyer, and issues in the seller's name (`autofactura`). */
  selfBilled?: boolean;
}

/** E: errors, T: sent, P: received, R: buyers' messages. */
export type MessageFilter = 'E' | 'T' | 'P' | 'R';

export interface TaxauthClient {
  uploadInvoice(upload: Upload): Promise<UploadAnswer>;
  /** Uploads a buyer's message to the seller (`standard=RASP`). `cif`: the buyer's, who may send 1,000 a day. */
  uploadBuyerMessage(message: { cif: string; xml: string }): Promise<UploadAnswer>;
  checkStatus(uploadIndex: string): Promise<StatusAnswer>;
  /** The answer archive (ZIP), for `readAnswerArchive`. The authority allows 10 downloads a day per message. */
  downloadAnswer(downloadId: string): Promise<Uint8Array>;
  /** The messages of the last `days` (1-60). Refused by the authority when they are more than 500. */
  listMessages(list: { cif: string; days: number; filter?: MessageFilter }): Promise<MessagePage>;
  /** One page of the messages in an interval that starts at most 60 days back and does not end in the future. */
  listMessagePage(list: {
    cif: string;
    startTime: Date;
    endTime: Date;
    page: number;
    filter?: MessageFilter;
  }): Promise<MessagePage>;
  /** Whether the token gives access to the tax id. Throws TaxauthUnauthorized only when the token itself is not accepted. */
  hasAccess(cif: string): Promise<boolean>;
}

// The authority's limit for uploads, checked here so that no larger file is sent in vain.
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const MAX_ANSWER_BYTES = 2_000_000;
const MAX_ARCHIVE_BYTES = 15_000_000;
const ACCESS_WINDOW_MS = 3_600_000;
// The authority refuses an interval that ends later than its own clock.
const CLOCK_SKEW_MS = 10_000;

/** A client for one token. No connection is made before the first call. */
export function taxauthClient(connection: TaxauthConnection): TaxauthClient {
  const get = (
    counted: AuthorityCall,
    path: string,
    query: Record<string, string>,
    maxAnswerBytes = MAX_ANSWER_BYTES,
  ): Promise<Uint8Array> => call(connection, { counted, method: 'GET', path, query, maxAnswerBytes });
  const list = (cif: string, path: string, query: Record<string, string>): Promise<Uint8Array> =>
    get({ operation: 'list', subject: digitsOf(cif) }, path, query);

  const client: TaxauthClient = {
    async uploadInvoice({ cif, xml, standard, b2c = false, external = false, selfBilled = false }) {
      if (Buffer.byteLength(xml) > MAX_UPLOAD_BYTES) {
        throw new TaxauthRefused(['The file is larger than the 10 MB that the tax authority accepts.']);
      }
      const answer = await call(connection, {
        counted: { operation: 'upload', subject: digitsOf(cif) },
        method: 'POST',
        path: b2c ? 'uploadb2c' : 'upload',
        query: { standard, cif: digitsOf(cif), ...(external && { extern: 'DA' }), ...(selfBilled && { autofactura: 'DA' }) },
        body: xml,
        maxAnswerBytes: MAX_ANSWER_BYTES,
      });
      return parseUploadAnswer(utf8(answer));
    },

    async uploadBuyerMessage({ cif, xml }) {
      const query = { standard: 'RASP', cif: digitsOf(cif) };
      const answer = await call(connection, {
        counted: { operation: 'upload', subject: digitsOf(cif) },
        method: 'POST',
        path: 'upload',
        query,
        body: xml,
        maxAnswerBytes: MAX_ANSWER_BYTES,
      });
      return parseUploadAnswer(utf8(answer));
    },

    async checkStatus(uploadIndex) {
      return parseStatusAnswer(
        utf8(await get({ operation: 'status', subject: uploadIndex }, 'stareMesaj', { id_incarcare: uploadIndex })),
      );
    },

    async downloadAnswer(downloadId) {
      const counted = { operation: 'download', subject: downloadId } as const;
      return parseDownloadAnswer(await get(counted, 'descarcare', { id: downloadId }, MAX_ARCHIVE_BYTES));
    },

    async listMessages({ cif, days, filter }) {
      const query = { zile: String(days), cif: digitsOf(cif), ...filtered(filter) };
      return parseMessageList(utf8(await list(cif, 'listaMesajeFactura', query)));
    },

    async listMessagePage({ cif, startTime, endTime, page, filter }) {
      const query = {
        startTime: String(startTime.getTime()),
        endTime: String(endTime.getTime()),
        cif: digitsOf(cif),
        pagina: String(page),
        ...filtered(filter),
      };
      return parseMessageList(utf8(await list(cif, 'listaMesajePaginatieFactura', query)));
    },

    async hasAccess(cif) {
      // The paged list: it has the largest daily quota, and is never refused for having too many entries.
      const endTime = new Date(now().getTime() - CLOCK_SKEW_MS);
      const startTime = new Date(endTime.getTime() - ACCESS_WINDOW_MS);
      try {
        await client.listMessagePage({ cif, startTime, endTime, page: 1 });
        return true;
      } catch (error) {
        if (error instanceof TaxauthUnauthorized && error.reason === 'access') return false;
        throw error;
      }
    },
  };
  return client;
}

const filtered = (filter: MessageFilter | undefined): Record<string, string> => (filter ? { filtru: filter } : {});

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
