import { instant } from '#shared/base/kernel/clock.ts';
import { monthOf } from '#shared/base/kernel/dates.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { Archive } from '../archive.ts';
import { type ExportJob, type PeriodArchive, type Volume, volumeName } from '../model.ts';
import { pathPart, uniquePaths } from '../paths.ts';
import { type DocumentFiles, holdsXml, readAttached } from './files.ts';
import { damagedRow, indexRow } from './index-rows.ts';
import { type FileRole, type ManifestDocument, manifestText, sha256Of, volumeManifest } from './manifest.ts';

/** A document as the index of all documents of a company has it. */
export interface Listed {
  /** Sort key of the document. */
  sk: string;
  /** Its position: issue date, creation, id. */
  gsi1sk: string;
  row?: { number: string; issueDate: string; status: string };
}

/** The id of a document, by its key. */
export const idOf = ({ sk }: Listed): string => sk.slice(`${KINDS.invoice.prefix}#`.length);

/** What a run has made, and where the next one begins. */
export interface MadeVolume {
  /** Undefined when there were no documents. */
  made?: {
    bytes: Buffer;
    volume: Volume;
    /** Its rows of the index. */
    rows: string;
  };
  next: Pick<PeriodArchive, 'after' | 'afterAttachment' | 'isWhole' | 'damaged' | 'included'>;
}

const folderOf = ({ direction, isCreditNote, issueDate }: Invoice): string =>
  [direction === 'incoming' ? 'received' : 'issued', isCreditNote ? 'credit-notes' : 'invoices', monthOf(issueDate)].join('/');

/** The part of a path that names a document; two suppliers may have used one number. */
const nameOf = ({ direction, number, seller }: Invoice): string =>
  pathPart(direction === 'incoming' ? `${number} ${seller.name}` : number);

/** Collects files, rows and digests of a volume. */
export class VolumeWriter {
  readonly #zip = new Archive();
  readonly #pathOf = uniquePaths();
  readonly #documents: ManifestDocument[] = [];
  readonly #rows: string[] = [];
  readonly #job: ExportJob;
  readonly #number: number;
  readonly #mostBytes: number;
  readonly #next: MadeVolume['next'];

  constructor(job: ExportJob, archive: PeriodArchive, mostBytes: number) {
    this.#job = job;
    this.#number = archive.volumes.length + 1;
    this.#mostBytes = mostBytes;
    const { after, afterAttachment, damaged, included } = archive;
    this.#next = { after, afterAttachment, isWhole: false, damaged, included: { ...included } };
  }

  /** Number of documents that begin in the volume. */
  get documents(): number {
    return this.#rows.length;
  }

  get isFull(): boolean {
    return this.#zip.size >= this.#mostBytes;
  }

  /**
   * Adds the files of a document; of one that is partly in the volume before, the rest.
   *
   * @param files undefined for a document that is left out
   * @returns false if not all of its attachments are in the volume, which is full then
   */
  async add(one: Listed, files: DocumentFiles | 'damaged' | undefined): Promise<boolean> {
    if (files === 'damaged') this.#addDamaged(one);
    else if (files && !(await this.#addFiles(files))) return false;
    this.#next.after = one.gsi1sk;
    this.#next.afterAttachment = null;
    return true;
  }

  #addDamaged(one: Listed): void {
    const known = isWhole(one, 'row') ? one.row : undefined;
    const id = idOf(one);
    this.#addRow(damagedRow(id, known), { id, number: known?.number ?? '', row: null, files: [] });
    this.#next.damaged++;
  }

  async #addFiles(files: DocumentFiles): Promise<boolean> {
    const { document, attachments } = files;
    const base = `${folderOf(document)}/${nameOf(document)}`;
    const entry: ManifestDocument = { id: document.id, number: document.number, row: null, files: [] };
    const before = this.#next.afterAttachment;
    if (before === null) this.#addOwn(entry, base, files);
    else this.#documents.push(entry);
    const left = attachments.filter(({ id }) => before === null || id > before);
    for (const [place, attachment] of left.entries()) {
      await this.#addAttachment(entry, base, attachment);
      if (this.isFull && place < left.length - 1) {
        this.#next.afterAttachment = attachment.id;
        return false;
      }
    }
    return true;
  }

  /** Adds PDF, XML and signed original, and the row of the document. */
  #addOwn(entry: ManifestDocument, base: string, { document, pdf, xml, signed, attachments, notes }: DocumentFiles): void {
    const at = document.updatedAt;
    if (pdf) this.#addFile(entry, 'pdf', { path: this.#pathOf(base, 'pdf'), bytes: pdf, at });
    if (xml) this.#addFile(entry, 'xml', { path: this.#pathOf(base, 'xml'), bytes: xml, at });
    if (signed) {
      this.#addFile(entry, 'signed', { path: this.#pathOf(base, 'signed.zip'), bytes: signed, at });
      const file = entry.files.at(-1);
      if (file) file.holdsXml = xml !== undefined && holdsXml(signed, xml);
    }
    const volume = volumeName(this.#job.filename, this.#number);
    this.#addRow(indexRow({ invoice: document, volume, files: entry.files, attachments: attachments.length, notes }), entry);
  }

  async #addAttachment(entry: ManifestDocument, base: string, attachment: Attachment): Promise<void> {
    const { filename, uploadedAt: at } = attachment;
    const bytes = await readAttached(attachment);
    if (!bytes) {
      entry.missing = [...(entry.missing ?? []), filename];
      return;
    }
    const dot = filename.lastIndexOf('.');
    const [name, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot + 1)] : [filename, 'bin'];
    this.#addFile(entry, 'attachment', { path: this.#pathOf(`${base}.attachments/${pathPart(name)}`, extension), bytes, at });
  }

  #addFile(entry: ManifestDocument, role: FileRole, { path, bytes, at }: { path: string; bytes: Uint8Array; at: string }): void {
    this.#zip.add(path, bytes, at, role !== 'xml');
    entry.files.push({ path, role, bytes: bytes.length, sha256: sha256Of(bytes) });
    this.#next.included[INCLUDED[role]]++;
  }

  #addRow(row: string, entry: ManifestDocument): void {
    this.#rows.push(row);
    // The line end is no part of the row.
    this.#documents.push(Object.assign(entry, { row: sha256Of(row.slice(0, -2)) }));
  }

  /** @param isWhole whether no document is left */
  async close(isWhole: boolean): Promise<MadeVolume> {
    const next = { ...this.#next, isWhole };
    if (this.#documents.length === 0) return { next };
    const manifest = manifestText(volumeManifest(this.#job, this.#number, this.#documents));
    this.#zip.add('manifest.json', Buffer.from(manifest), instant());
    const bytes = await this.#zip.bytes();
    const digests = { sha256: sha256Of(bytes), manifest: sha256Of(manifest) };
    const volume = { bytes: bytes.length, ...digests, documents: this.documents };
    return { made: { bytes, volume, rows: this.#rows.join('') }, next };
  }
}

const INCLUDED = { pdf: 'pdf', xml: 'xml', signed: 'signed', attachment: 'attachments' } as const satisfies Record<
  FileRole,
  string
>;
