import { createHash } from 'node:crypto';
import * as z from 'zod';

/** The parts of npm's CycloneDX document that are changed; everything else is copied. */
const document = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })).min(1),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Makes the output of `npm sbom` reproducible, so that it only depends on the lock file: without the timestamp, named after the
 * project instead of its folder, sorted, and with a serial number derived from the content (UUID version 8, RFC 9562).
 *
 * @throws when `printed` is not a CycloneDX document
 */
export function reproducible(printed: string, name: string): string {
  const { metadata, components, dependencies, ...others } = document.parse(JSON.parse(printed));
  const { timestamp: _, ...made } = metadata;
  const content = {
    ...others,
    serialNumber: undefined,
    metadata: { ...made, component: { ...made.component, name } },
    components: components.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: dependencies
      .map(one => ({ ...one, dependsOn: one.dependsOn.toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ ...content, serialNumber }, null, 2)}\n`;
}

function uuidOf(content: string): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
