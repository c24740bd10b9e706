import { getAnchorFile, listAnchorFiles, listAnchorFolders } from '#shared/platform/aws/anchors-bucket/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Anchor } from './anchor.ts';
import { ANCHORS_FOLDER } from './folder.ts';

/**
 * Files of anchors: `companies/<company>/<year>/<day>.json`, and `<day>.tsr` with its time stamp, so that one call lists the anchors of
 * a year. Which anchors a company has is read from the bucket, never from the table.
 */

const folderOf = (company: CompanyId): string => `${ANCHORS_FOLDER}${company}/`;
export const anchorKey = (company: CompanyId, day: string): string => `${folderOf(company)}${day.slice(0, 4)}/${day}.json`;
/** The response of the time-stamping authority about that file. */
export const stampKey = (company: CompanyId, day: string): string => anchorKey(company, day).replace(/json$/, 'tsr');

/** The file of an anchor. */
export interface AnchorFile {
  day: string;
  key: string;
  bytes: number;
  /** Whether there is a time stamp of it. */
  stamped: boolean;
}

/** The anchors of a company before a day, newest first. A call for the list of years, and one for each year that is looked at. */
export async function* anchorFiles(company: CompanyId, before = '9999'): AsyncGenerator<AnchorFile> {
  const years = await listAnchorFolders(folderOf(company));
  for (const folder of years.toReversed()) {
    if (folder.slice(-5, -1) > before) continue;
    const files = (await listAnchorFiles(folder)).toReversed();
    const keys = new Set(files.map(({ key }) => key));
    for (const { key, bytes } of files.filter(file => file.key.endsWith('.json'))) {
      const day = key.slice(folder.length).replace(/\.json$/, '');
      if (day < before) yield { day, key, bytes, stamped: keys.has(stampKey(company, day)) };
    }
  }
}

/** @throws Error when the bucket does not have the file */
export async function readAnchor({ key }: Pick<AnchorFile, 'key'>): Promise<Anchor> {
  const text = await getAnchorFile(key);
  if (text === undefined) throw new Error(`The anchor ${key} is gone.`);
  return JSON.parse(text) as Anchor;
}

/** The first anchor of a company on a day or after it; undefined when there is none. A call for the list of years, and one for its year at least. */
export async function firstAnchorFrom(company: CompanyId, day: string): Promise<Anchor | undefined> {
  const years = await listAnchorFolders(folderOf(company));
  for (const folder of years.filter(year => year.slice(-5, -1) >= day.slice(0, 4))) {
    const files = await listAnchorFiles(folder);
    const first = files.find(({ key }) => key.endsWith('.json') && key >= anchorKey(company, day));
    if (first) return readAnchor(first);
  }
  return undefined;
}

/** The newest anchor of a company. */
export async function latestAnchor(company: CompanyId): Promise<Anchor | undefined> {
  for await (const file of anchorFiles(company)) return readAnchor(file);
  return undefined;
}
