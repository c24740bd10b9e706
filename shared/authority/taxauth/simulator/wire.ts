import { now } from '#shared/base/kernel/clock.ts';
import { attribute } from '#shared/base/kernel/xml.ts';
import { wireTime } from '../client/wire-time.ts';

/**
 * The wire format of the authority's e-invoice service, as its API descriptions give it: namespaces, terms and answers. The simulator
 * of sandbox companies and that of the local runtime both answer so. Everything but an internal failure is said inside a 200.
 */

/** Page size of the paged message list, and the maximum of the other list. */
export const PAGE_SIZE = 500;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export const xmlAnswer = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'application/xml' }, body });

export const jsonAnswer = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The form of 400, 429 and 500: `{timestamp, status, error, message}`. */
export const failure = (status: number, error: string, message: string, headers: Record<string, string> = {}): Answer =>
  jsonAnswer({ timestamp: now().toISOString(), status, error, message }, status, headers);

const headerXml = (
  namespace: string,
  attributes: Record<string, string>,
  child: 'Errors' | 'Error',
  errors: readonly string[],
): string => {
  const children = errors.map(errorMessage => `<${child}${attribute('errorMessage', errorMessage)}/>`);
  const stated = Object.entries({ xmlns: namespace, ...attributes }).map(([name, value]) => attribute(name, value));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><header${stated.join('')}>${children.join('')}</header>`;
};

const UPLOAD_NAMESPACE = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const STATUS_NAMESPACE = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';
const ERRORS_NAMESPACE = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';

const uploadHeader = (attributes: Record<string, string>, errors: readonly string[]): Answer =>
  xmlAnswer(headerXml(UPLOAD_NAMESPACE, { dateResponse: wireTime(now()), ...attributes }, 'Errors', errors));

export const uploadTaken = (index: number): Answer => uploadHeader({ ExecutionStatus: '0', index_incarcare: String(index) }, []);
export const uploadRefused = (error: string): Answer => uploadHeader({ ExecutionStatus: '1' }, [error]);

export const statusInProcess = (): Answer => xmlAnswer(headerXml(STATUS_NAMESPACE, { stare: 'in prelucrare' }, 'Errors', []));
export const statusVerdict = (verdict: 'ok' | 'nok', downloadId: number): Answer =>
  xmlAnswer(headerXml(STATUS_NAMESPACE, { stare: verdict, id_descarcare: String(downloadId) }, 'Errors', []));
export const statusRefused = (error: string): Answer => xmlAnswer(headerXml(STATUS_NAMESPACE, {}, 'Errors', [error]));

export const downloadRefused = (error: string): Answer => jsonAnswer({ eroare: error, titlu: 'Descarcare mesaj' });
export const listRefused = (error: string): Answer => jsonAnswer({ eroare: error, titlu: 'Lista Mesaje' });

/** The file in the archive of a rejected document. */
export const errorListXml = (index: number, cif: string, errors: readonly string[]): string =>
  headerXml(ERRORS_NAMESPACE, { Index_incarcare: String(index), Cif_emitent: cif }, 'Error', errors);

/** The authority's texts that more than one answer uses. */
export const noAccessTo = (cif: string): string => `Nu aveti drept in SPV pentru CIF=${cif}`;
export const notANumber = (cif: string): string => `CIF introdus= ${cif} nu este un numar`;
export const sentBefore = (index: number, at: string): string =>
  `Factura a mai fost transmisa anterior cu index=${index} si data incarcare=${at.slice(0, 10)}`;
