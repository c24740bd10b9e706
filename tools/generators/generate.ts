import { existsSync } from 'node:fs';
import { DOCUMENT, GENERATORS } from './generators.ts';
import { type FlowEnvironment, make } from './make.ts';

/**
 * Prints what each generator that this machine can run makes of the document: `node tools/generators/generate.ts [name …]`. With `PASSWORD`,
 * that of the demo, the main flow is sent to a local system. README.md says what it needs.
 */
if (!existsSync(DOCUMENT))
  throw new Error('Write the document first: node infra/openapi/cli.ts tools/generators/.cache/openapi.json');
const { API = 'http://127.0.0.1:3000', EMAIL = 'demo@invoicing.example', PASSWORD } = process.env;

async function answer(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(new URL(path, API), init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function logIn(password: string): Promise<FlowEnvironment> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: EMAIL, password });
  const { token } = (await answer('/api/auth', { method: 'POST', headers, body })) as { token: string };
  const companies = await answer('/api/v1/companies', { headers: { authorization: `Bearer ${token}` } });
  const [{ id } = { id: '' }] = companies as { id: string }[];
  return { API, TOKEN: token, COMPANY: id, TODAY: new Date().toISOString().slice(0, 10) };
}

const flow = PASSWORD === undefined ? undefined : await logIn(PASSWORD);
const asked = process.argv.slice(2);
console.log('| Generator | Generates | Compiles | Runs |\n| --- | --- | --- | --- |');
for (const [name, generator] of Object.entries(GENERATORS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { generates, compiles, runs } = await make(name, generator, flow);
  console.log(`| ${name} | ${generates} | ${compiles} | ${runs} |`);
}
