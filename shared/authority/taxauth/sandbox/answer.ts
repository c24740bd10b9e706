import { zipSync } from 'fflate';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { type Inbox, listOfDays, listPage } from '../simulator/lists.ts';
import {
  type Answer,
  downloadRefused,
  errorListXml,
  failure,
  statusInProcess,
  statusRefused,
  statusVerdict,
} from '../simulator/wire.ts';
import type { SandboxCompany } from './company.ts';
import { indexOf, readDocumentOf, readMessage, readMessages } from './store.ts';
import { transportList, transportState, uploadTransport } from './transport.ts';
import { upload } from './upload.ts';

/**
 * The simulator of the tax authority for sandbox companies: answers a request of the authority's protocols in this process, without a
 * network (COM-68). Its clients are those of the authority itself, so that everything before and after the call is as for a real company.
 *
 * @throws AnswerLost as a broken connection
 */
export async function answer(company: SandboxCompany, url: string, { method, body }: RequestInit): Promise<Response> {
  const { pathname, searchParams: query } = new URL(url);
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
  const { status, headers, body: content } = await answered(company, { call: `${method} ${pathname}`, query, text });
  return new Response(content as string, { status, headers });
}

interface Call {
  /** Method and path. */
  call: string;
  query: URLSearchParams;
  text: string;
}

async function answered(company: SandboxCompany, { call, query, text }: Call): Promise<Answer> {
  const [, operation = '', subject = '', cif = ''] = call.split('/');
  switch (call.split('/').slice(0, 2).join('/')) {
    case 'POST /upload':
      return subject === '' ? upload(company, query, text) : uploadTransport(company, cif, text);
    case 'POST /uploadb2c':
      return upload(company, query, text);
    case 'GET /stareMesaj':
      return subject === '' ? status(company, query.get('id_incarcare') ?? '') : transportState(company, subject);
    case 'GET /descarcare':
      return download(company, query.get('id') ?? '');
    case 'GET /listaMesajeFactura':
      return listOfDays(await inboxOf(company, daysBefore(Number(query.get('zile')))), query);
    case 'GET /listaMesajePaginatieFactura':
      return listPage(await inboxOf(company, Number(query.get('startTime'))), query);
    case 'GET /lista':
      return transportList(company, Number(subject), daysBefore(Number(subject)));
    default:
      return failure(404, 'Not Found', `Nu exista ${operation}`);
  }
}

async function status({ id }: SandboxCompany, index: string): Promise<Answer> {
  const message = /^\d{1,16}$/.test(index) ? await readMessage(id, Number(index)) : undefined;
  if (!message) return statusRefused(`Nu exista factura cu id_incarcare= ${index}`);
  return message.answersAt > instant() ? statusInProcess() : statusVerdict(message.verdict, message.downloadId);
}

/** descarcare: the archive with the document or its errors. Nobody but the Ministry can sign it. */
async function download({ id, cif }: SandboxCompany, downloadId: string): Promise<Answer> {
  const index = indexOf(Number(downloadId));
  const message = Number.isSafeInteger(index) ? await readMessage(id, index) : undefined;
  if (!message) return downloadRefused(`Pentru id=${downloadId} nu exista inregistrata nici o factura`);
  const content = message.verdict === 'ok' ? await readDocumentOf(id, index) : errorListXml(index, cif, message.errors);
  return {
    status: 200,
    headers: { 'content-type': 'application/zip' },
    body: zipSync({ [`${index}.xml`]: Buffer.from(content) }, { mtime: message.at.slice(0, 19) }),
  };
}

/** What arrived since an instant (epoch milliseconds), for a list that refuses what it cannot use. */
async function inboxOf({ id, cif }: SandboxCompany, since: number): Promise<Inbox> {
  const messages = Number.isSafeInteger(since) ? await readMessages(id, since, now().getTime()) : [];
  const at = instant();
  return {
    mayUse: asked => asked === cif,
    uploadsOf: (_, from, to) =>
      messages.filter(one => one.at >= from && one.at <= to).map(one => ({ ...one, checksLeft: one.answersAt > at ? 1 : 0 })),
  };
}

const daysBefore = (days: number): number => now().getTime() - days * 86_400_000;
