import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { VOLUME } from '#shared/documents/invoices/export/period/volume.ts';
import type { Export, Invoice } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { useService } from '../../support/service.ts';
import { archiveCalls, type Books, type KeptArchive, newBooks, sha256 } from './archive-calls.ts';

const service = useService();
const { archived, download, keep } = archiveCalls(service);
const usual = { ...VOLUME };

const kept: KeptArchive[] = [];

describe('The script of an archive (OUT-112)', () => {
  let books: Books;
  let job: Export;
  let other: Export;
  let archive: KeptArchive;
  let name: (volume: number) => string;

  beforeAll(async () => {
    books = await newBooks(service());
    const { scope, period } = books;
    VOLUME.documents = 2;
    job = await archived(scope, { period });
    other = await archived(scope, { period });
    name = volume => job.volumes?.[volume - 1]?.filename ?? '';
    expect([job.volumes?.length, other.volumes?.length]).toEqual([3, 3]);
    Object.assign(VOLUME, usual);
  });
  afterAll(() => kept.forEach(one => one.remove()));

  const keptOf = async (of: Export): Promise<KeptArchive> => {
    const one = await keep(books.scope, of);
    kept.push(one);
    return one;
  };
  const base = (of: Invoice) => `issued/invoices/${today().slice(0, 7)}/${of.number}`;
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

  /** Replaces a text in the manifest of a volume, and the digests of it in that of the main file: what who knows the format would do. */
  const forge = (volume: number, path: string, bytes: Uint8Array): void => {
    archive.changeVolume(name(volume), files => {
      const before = sha256(files[path] ?? new Uint8Array());
      files[path] = bytes;
      files['manifest.json'] = Buffer.from(text(files['manifest.json']).replace(before, sha256(bytes)));
    });
    const zip = archive.read(name(volume));
    const main = JSON.parse(text(archive.read('manifest.json'))) as { volumes: Record<string, unknown>[] };
    const manifest = unzipSync(zip)['manifest.json'] ?? new Uint8Array();
    Object.assign(main.volumes[volume - 1] ?? {}, { bytes: zip.length, sha256: sha256(zip), manifest: sha256(manifest) });
    archive.write('manifest.json', JSON.stringify(main));
  };

  const rewriteIndex = (change: (lines: string[]) => string[]): void =>
    archive.write('index.csv', change(text(archive.read('index.csv')).split('\r\n')).join('\r\n'));

  it.each<[string, () => void | Promise<void>, () => string[]]>([
    [
      'a file that was changed',
      () => archive.changeVolume(name(1), files => (files[`${base(books.first)}.xml`] = Buffer.from('<Invoice/>'))),
      () => [`${name(1)}: ${base(books.first)}.xml was changed.`],
    ],
    [
      'a file that is missing',
      () => archive.changeVolume(name(1), files => delete files[`${base(books.first)}.pdf`]),
      () => [`${name(1)}: ${base(books.first)}.pdf is missing.`],
    ],
    [
      'a file that was added',
      () => archive.changeVolume(name(2), files => (files['issued/x.pdf'] = PDF)),
      () => [`${name(2)}: issued/x.pdf was added.`],
    ],
    [
      'a manifest that was changed with its files',
      () =>
        archive.changeVolume(name(2), files => {
          const path = `${base(books.second)}.pdf`;
          const before = sha256(files[path] ?? new Uint8Array());
          files[path] = PDF;
          files['manifest.json'] = Buffer.from(text(files['manifest.json']).replace(before, sha256(PDF)));
        }),
      () => [`${name(2)}: manifest.json was changed.`],
    ],
    ['a volume that is missing', () => archive.remove(name(2)), () => [`${name(2)} is missing.`]],
    [
      'a row of the index that was changed',
      () => rewriteIndex(lines => lines.map(line => line.replace('"121.00"', '"12.00"'))),
      () =>
        [books.first, books.validated, books.second, books.received].map(
          ({ number }) => `index.csv: the row of ${number} was changed.`,
        ),
    ],
    [
      'a row of the index that is missing',
      () => rewriteIndex(lines => lines.filter((_, place) => place !== 2)),
      () => [`index.csv: the row of ${books.validated.number} is missing.`],
    ],
    [
      'a row that was added to the index',
      () => rewriteIndex(lines => [...lines.slice(0, -1), (lines[1] ?? '').replace(books.first.id, 'x'), '']),
      () => ['index.csv: a row was added (x).'],
    ],
    [
      'a volume of another archive',
      async () => archive.write(name(1), await download(books.scope, other.volumes?.[0]?.filename ?? '')),
      () => [`${name(1)} belongs to another archive (${other.exportId}).`],
    ],
    [
      'a volume in the place of another',
      () => archive.write(name(1), archive.read(name(2))),
      () => [`${name(1)} is volume 2 of this archive, not volume 1.`],
    ],
    [
      'a signed original that holds another XML, although all digests were made again',
      () => forge(1, `${base(books.validated)}.xml`, Buffer.from('<Invoice/>')),
      () => [`${name(1)}: ${base(books.validated)}.signed.zip holds another XML than ${base(books.validated)}.xml.`],
    ],
    [
      'a volume whose bytes were changed, but no file',
      () => archive.changeVolume(name(1), () => {}),
      () => [`${name(1)} was changed, but none of its files.`],
    ],
    [
      'a volume that is cut off',
      () => archive.write(name(1), archive.read(name(1)).subarray(0, 1000)),
      () => [`${name(1)} cannot be read: it is no ZIP file.`],
    ],
  ])('finds %s', async (_, tamper, found) => {
    archive = await keptOf(job);
    await tamper();
    const { code, said } = await archive.check();
    expect(said).toEqual([...found(), `Problems found: ${found().length}.`]);
    expect(code).toBe(1);
  });

  it('finds an archive that was made again as a whole, by the digest that the service has stated', async () => {
    archive = await keptOf(job);
    forge(1, `${base(books.first)}.xml`, Buffer.from('<Invoice/>'));
    const row = text(archive.read('index.csv'));
    expect((await archive.check()).code).toBe(0);
    expect((await archive.check('--manifest', job.manifestSha256 ?? '')).said).toEqual([
      'manifest.json of the archive is not the one with the given digest.',
      'Problems found: 1.',
    ]);
    expect(row).toBe(text(archive.read('index.csv')));
  });

  it('reads volumes that are unpacked', async () => {
    archive = await keptOf(job);
    for (const { filename } of job.volumes ?? []) {
      for (const [path, bytes] of Object.entries(unzipSync(archive.read(filename))))
        archive.write(`${filename.replace('.zip', '')}/${path}`, bytes);
      archive.remove(filename);
    }
    expect((await archive.check()).code).toBe(0);
    archive.write(`${name(1).replace('.zip', '')}/${base(books.first)}.xml`, 'x');
    expect((await archive.check()).said[0]).toBe(`${name(1)}: ${base(books.first)}.xml was changed.`);
  });

  it('says that it has no manifest', async () => {
    archive = await keptOf(job);
    archive.remove('manifest.json');
    const { code, said } = await archive.check();
    expect([code, said.length, said[0]?.startsWith('manifest.json of the archive cannot be read')]).toEqual([2, 1, true]);
  });
});
