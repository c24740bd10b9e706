import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What of npm's CycloneDX document is changed; everything else stays as it is. */
const document = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })).min(1),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * The document that `npm sbom` printed, the same for the same lock file: without the time, named as the project and not as its folder, in
 * order, and with a serial number that follows from the content (a UUID of version 8, RFC 9562).
 *
 * @throws when it is no CycloneDX document
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
