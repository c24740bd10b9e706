import { zipSync } from 'fflate';
import { XmlParseError } from 'libxml2-wasm';
import type { Request } from './http.ts';
import { sealFile } from './seal.ts';
import type { SealSettings } from './seal.ts';
import type { SealMaterial } from './seal-material.ts';
import type { Grant, Store, StoredUpload } from './store.ts';
import { mayUse } from './tokens.ts';
import { archiveName } from './upload.ts';
import {
  downloadRefused,
  errorListXml,
  failure,
  statusInProcess,
  statusRefused,
  statusVerdict,
} from '#shared/authority/taxauth/simulator/wire.ts';
import type { Answer } from '#shared/authority/taxauth/simulator/wire.ts';

/** stareMesaj: "in process" for the upload's remaining status checks, then the result. */
export function status(store: Store, grant: Grant, { query }: Request): Answer {
  const id = query.get('id_incarcare');
  if (id === null) return failure(400, 'Bad Request', 'Parametrul id_incarcare este obligatoriu');
  if (!/^\d+$/.test(id)) return statusRefused(`Id_incarcare introdus= ${id} nu este un numar intreg`);
  const upload = store.upload(Number(id));
  if (!upload) return statusRefused(`Nu exista factura cu id_incarcare= ${id}`);
  // The authority's own spelling.
  if (!mayUse(grant, upload.cif)) return statusRefused(`Nu aveti dreptul de inteorgare pentru id_incarcare= ${id}`);
  if (upload.checksLeft === 0) return statusVerdict(upload.verdict, upload.downloadId);
  store.countStatusCheck(upload.index);
  return statusInProcess();
}

/** descarcare: the archive with the document or its errors, and the signature over it; without signature if `seal` is null. */
export function download(
  store: Store,
  grant: Grant,
  { query }: Request,
  material: SealMaterial,
  seal: SealSettings | null,
): Answer {
  const id = query.get('id');
  if (id === null) return failure(400, 'Bad Request', 'Parametrul id este obligatoriu');
  if (!/^\d+$/.test(id)) return downloadRefused(`Id descarcare introdus= ${id} nu este un numar intreg`);
  const upload = store.uploadByDownloadId(Number(id));
  if (!upload) return downloadRefused(`Pentru id=${id} nu exista inregistrata nici o factura`);
  if (!mayUse(grant, upload.cif)) return downloadRefused('Nu aveti dreptul sa descarcati acesta factura');
  return {
    status: 200,
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${id}.zip"` },
    body: ownArchive(store, upload) ?? archive(upload, material, seal),
  };
}

/** The archive that a test has given for an inbox entry. */
function ownArchive(store: Store, { downloadId }: StoredUpload): Uint8Array | undefined {
  const own = store.kept(archiveName(downloadId));
  return own === null ? undefined : Buffer.from(own, 'base64');
}

/** The signature over a file; null for a document that was put into an inbox as it is, and cannot be parsed. */
function sealed(...of: Parameters<typeof sealFile>): string | null {
  try {
    return sealFile(...of);
  } catch (error) {
    if (error instanceof XmlParseError) return null;
    throw error;
  }
}

function archive(upload: StoredUpload, material: SealMaterial, seal: SealSettings | null): Uint8Array {
  const { cif, verdict, errors, xml, at } = upload;
  const index = upload.origin ?? upload.index;
  const content = verdict === 'ok' ? xml : Buffer.from(errorListXml(index, cif, errors));
  const fileName = `${index}.xml`;
  const signature = seal && sealed(material, seal, { fileName, bytes: content, at: new Date(at) });
  const members = { [fileName]: content, ...(signature !== null && { [`semnatura_${fileName}`]: Buffer.from(signature) }) };
  // A fixed member time, so that the same answer downloads as the same bytes. ZIP times have no zone.
  return zipSync(members, { mtime: at.slice(0, 19) });
}
