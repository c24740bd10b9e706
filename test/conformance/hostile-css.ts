import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingFacts } from '#shared/output/pdf/facts.ts';
import { trusted } from '#shared/base/kernel/html.ts';
import { Unprintable } from '#shared/output/pdf/make-pdf.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { closeBrowser, printPage } from '#shared/output/pdf/browser.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { TEMPLATE_SLUGS } from '#shared/output/pdf/configuration.ts';
import { type HostileInput, hostileInputs } from '../support/attacks/hostile.ts';
import { factsOf, printedInvoice, provenPdf, usualDocument } from '../unit/pdf/sample.ts';

/**
 * * `node test/conformance/hostile-css.ts`: prints every hostile input, in turn in each template, and looks at three things: a server
 * that every input tries to reach sees no request, a file that every input tries to read is in no PDF, and every PDF that is made has all
 * required text. Style sheets are printed twice: as they are checked, and as if the check had let everything pass, which leaves the
 * guard's layer and the look at the PDF's text. Ends with 1 when one of them fails.
 */
const SECRET = 'secret-of-the-file';
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
writeFileSync(join(folder, 'secret.txt'), SECRET);
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end();
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const inputs = hostileInputs(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, `file://${folder}/secret.txt`);

const violations: string[] = [];
const counts = { made: 0, 'not made': 0, 'unchecked, made': 0, 'unchecked, not made': 0 };
const facts = factsOf(usualDocument());

for (const [index, input] of inputs.entries()) {
  const templateSlug = TEMPLATE_SLUGS[index % TEMPLATE_SLUGS.length] ?? 'classic';
  const invoice = invoiceOf(input, templateSlug);
  await look(input.name, 'made', () => provenPdf(invoice));
  if (input.into === 'css')
    await look(input.name, 'unchecked, made', async () => {
      const pdf = await printPage(trusted(unchecked(input.value, templateSlug)));
      const missing = missingFacts(visibleText(pdf).join('\n'), facts);
      if (missing.length > 0) throw new Unprintable(missing.map(({ what }) => what));
      return pdf;
    });
}
await closeBrowser();
await new Promise(resolve => server.close(resolve));
rmSync(folder, { recursive: true });
console.log(`${inputs.length} inputs, ${requests.length} requests`, counts);
violations.push(...requests.map(path => `the sink was asked for ${path}`));
if (violations.length > 0) {
  console.error(violations.join('\n'));
  process.exitCode = 1;
}

function invoiceOf({ into, value }: HostileInput, templateSlug: (typeof TEMPLATE_SLUGS)[number]) {
  const document = usualDocument(
    into === 'text' ? { notes: value, mentions: value, paymentTerms: value, orderNumber: value } : {},
  );
  const configuration = {
    templateSlug,
    ...(into === 'css' && { customCss: value }),
    ...(into === 'footer' && { footerText: value }),
    ...(into === 'font' && { fontFamily: value }),
    ...(into === 'color' && { primaryColor: value }),
  };
  return printedInvoice(document, { configuration });
}

/** The page with the original style sheet, except that it cannot end the element: only the browser and the guard are left. */
function unchecked(css: string, templateSlug: (typeof TEMPLATE_SLUGS)[number]): string {
  const marked = printedInvoice(usualDocument(), { configuration: { templateSlug, customCss: 'h1 { color: #123456 }' } });
  return templateOf(templateSlug)(marked).markup.replace('h1{color:#123456;}', () => css.replaceAll('</', '<\\/'));
}

async function look(name: string, outcome: 'made' | 'unchecked, made', make: () => Promise<Uint8Array>): Promise<void> {
  try {
    const pdf = await make();
    counts[outcome]++;
    if (visibleText(pdf).join('\n').includes(SECRET)) violations.push(`${name}: the PDF holds what the file says`);
  } catch (error) {
    counts[outcome === 'made' ? 'not made' : 'unchecked, not made']++;
    // Without the check a style sheet may take longer than a document gets: it is not made then.
    const isRefused =
      error instanceof Unprintable || (outcome === 'unchecked, made' && /could not be printed within/.test(String(error)));
    if (!isRefused) violations.push(`${name} (${outcome}): ${(error as Error).message}`);
  }
}
