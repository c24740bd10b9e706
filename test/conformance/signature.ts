import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XADES } from '../../infra/local/taxauth/seal.ts';
import { readTrust } from '#shared/authority/einvoice/signature/trust.ts';
import { verifySignature } from '#shared/authority/einvoice/signature/verify.ts';
import { attackCases, wrappingCases } from '../support/einvoice/signature-attacks.ts';
import { plainCases, type SignatureCase } from '../support/einvoice/signature-cases.ts';
import { BETWEEN, FILE, type Lab, openLab } from '../support/einvoice/signature-lab.ts';

/**
 * * `node test/conformance/signature.ts`: lets `xmlsec1` verify every case of the signature tests, and compares its results with ours and
 * with those in the table of cases. Both must agree, except for properties that `xmlsec1` does not check (`beyond`): a signature that we
 * accept must still be one that it accepts. Exits 1 where they do not, 2 where there is no `xmlsec1` on the PATH.
 */
const run = promisify(execFile);

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const TIME = BETWEEN.answered.toISOString().slice(0, 19).replace('T', ' ');

interface Compared {
  one: SignatureCase;
  ours: string;
  theirs: boolean;
  agree: boolean;
}

async function compare(one: SignatureCase, lab: Lab, folder: string): Promise<Compared> {
  const anchors = [lab.material.trustAnchor, lab.authority.anchor];
  const trust = readTrust({ anchors: anchors.join('\n'), revocationLists: lab.material.revocationList });
  const { signature, signed, submitted = signed } = one;
  const files = { signature: Buffer.from(signature), signed: Buffer.from(signed), submitted: Buffer.from(submitted) };
  const { error } = await verifySignature({ ...files, between: BETWEEN }, trust);
  writeFileSync(join(folder, FILE), signed);
  writeFileSync(join(folder, 'signature.xml'), signature);
  const trusted = anchors.flatMap((pem, at) => {
    const file = join(folder, `anchor-${at}.pem`);
    writeFileSync(file, pem);
    return ['--trusted-pem', file];
  });
  const ids = ['--id-attr:Id', `${XADES}:SignedProperties`, '--id-attr:Id', `${UBL}:Invoice`];
  const theirs = await run('xmlsec1', ['--verify', ...trusted, '--verification-gmt-time', TIME, ...ids, 'signature.xml'], {
    cwd: folder,
    timeout: 20_000,
  }).then(
    () => true,
    () => false,
  );
  const ours = error === null;
  return { one, ours: error?.code ?? 'valid', theirs, agree: one.beyond ? !ours || theirs : ours === theirs };
}

async function main(): Promise<void> {
  const version = await run('xmlsec1', ['--version']).catch(() => undefined);
  if (!version) {
    console.error('There is no xmlsec1 on the PATH (Debian: apt-get install xmlsec1).');
    process.exitCode = 2;
    return;
  }
  const lab = await openLab();
  const folder = mkdtempSync(join(tmpdir(), 'signature-'));
  try {
    const rows: Compared[] = [];
    for (const one of [...plainCases(lab), ...wrappingCases(lab), ...attackCases(lab)])
      rows.push(await compare(one, lab, folder));
    for (const { one, ours, theirs, agree } of rows) {
      const asRecorded = theirs === one.xmlsec1 && ours === (one.error ?? 'valid');
      const mark = !agree ? 'DISAGREE' : !asRecorded ? 'RECORDED OTHERWISE' : one.beyond ? `beyond: ${one.beyond}` : 'agree';
      console.log(`${mark.padEnd(24)} ${ours.padEnd(20)} xmlsec1 ${theirs ? 'OK  ' : 'FAIL'}  ${one.name}`);
    }
    const both = rows.filter(({ one }) => !one.beyond);
    const wrong = rows.filter(
      ({ one, agree, theirs, ours }) => !agree || theirs !== one.xmlsec1 || ours !== (one.error ?? 'valid'),
    );
    console.log(
      `\n${version.stdout.trim()}: ${both.filter(({ agree }) => agree).length} of ${both.length} verdicts the same; ` +
        `${rows.length - both.length} rows beyond what it looks at; ${wrong.length} not as recorded.`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
