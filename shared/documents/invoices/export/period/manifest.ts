import { createHash } from 'node:crypto';
import type { ExportJob } from '../model.ts';

/**
 * The manifests of an archive of a period (OUT-110): `manifest.json` of each volume has the digests of its files and of its documents' rows in
 * the index; that of the main file has the digests of the volumes' manifests. Who knows the digest of the latter can prove every file. The
 * script in check-script.ts reads them. Pure.
 */

export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** What a file is of its document: the PDF, the XML, the authority's archive with the signed original, or an attachment. */
export type FileRole = 'pdf' | 'xml' | 'signed' | 'attachment';

export interface ManifestFile {
  path: string;
  role: FileRole;
  bytes: number;
  sha256: string;
  /** Of the authority's archive: whether it holds the XML of the document, unchanged. */
  holdsXml?: boolean;
}

export interface ManifestDocument {
  id: string;
  number: string;
  /** SHA-256 of the document's row in the index; null in a volume that has further attachments of a document of the one before. */
  row: string | null;
  files: ManifestFile[];
  /** Names of attachments whose bytes are not stored. */
  missing?: string[];
}

export interface VolumeManifest {
  format: 'invoice-archive-volume/1';
  /** The id of the export. */
  archive: string;
  /** From 1. */
  volume: number;
  documents: ManifestDocument[];
}

export interface MainManifest {
  format: 'invoice-archive/1';
  archive: string;
  company: { name: string; taxId: string };
  period: { from: string; to: string };
  /** When the archive was asked for (ISO 8601). */
  createdAt: string;
  documents: number;
  /** Number of documents that cannot be read; they have a row in the index, and no files. */
  damaged: number;
  index: { file: string; bytes: number; sha256: string };
  volumes: { file: string; bytes: number; sha256: string; manifest: string; documents: number }[];
}

export const volumeManifest = ({ id }: Pick<ExportJob, 'id'>, volume: number, documents: ManifestDocument[]): VolumeManifest => ({
  format: 'invoice-archive-volume/1',
  archive: id,
  volume,
  documents,
});

export const manifestText = (manifest: VolumeManifest | MainManifest): string => `${JSON.stringify(manifest, null, 1)}\n`;
