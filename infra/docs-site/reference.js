// Shows the reference. On the local runtime its requests go to the demo company, as the demo user.
async function start() {
  const response = await fetch('/openapi.json');
  const document = await response.json();
  const demo = ['127.0.0.1', 'localhost'].includes(location.hostname) ? await signedInDemo() : undefined;
  fillInPlace(document);
  if (demo) fillInDemo(document, demo);
  Scalar.createApiReference('#reference', {
    content: document,
    // The address under which the reader sees this page, so that requests stay on this origin.
    servers: [{ url: location.origin }],
    authentication: {
      preferredSecurityScheme: 'session',
      securitySchemes: { session: { token: demo ? demo.token : '' } },
    },
    // Nothing is loaded from, or sent to, other places.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    // Light or dark as the system is, like the guides.
    hideDarkModeToggle: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'json',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
}

const readJson = async path => (await fetch(path)).json();

/** The demo company's records with an access token; undefined without demo data. */
async function signedInDemo() {
  const { demo } = await readJson('/_local/demo');
  if (!demo) return undefined;
  const { now } = await readJson('/_local/clock');
  // Dates of documents are days in Romania; this locale writes them as YYYY-MM-DD.
  const today = new Date(now).toLocaleDateString('sv-SE', { timeZone: 'Europe/Bucharest' });
  return { ...demo, ...(await demoLogin(demo)), today };
}

/** A token of the demo user; why not, when the login is refused. */
async function demoLogin({ email, password }) {
  const response = await fetch('/api/auth', {
    method: 'POST',
    // From addresses that no person has (RFC 5737), so that this page does not use up the logins that limits leave to this machine.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${1 + Math.floor(Math.random() * 254)}` },
    body: JSON.stringify({ email, password }),
  });
  const { token = '', error } = await response.json().catch(() => ({}));
  const wait = response.headers.get('retry-after');
  const refusal = `${response.status}${error ? ` ${error.message ?? error}` : ''}${wait ? ` Wait ${wait} seconds.` : ''}`;
  return { token, refusal };
}

const operationsBelow = (document, prefix) =>
  Object.entries(document.paths).flatMap(([path, methods]) => (path.startsWith(prefix) ? Object.values(methods) : []));

/** Gives every parameter of this name in these operations a value to begin with. */
function give(operations, name, value) {
  for (const { parameters = [] } of operations)
    for (const parameter of parameters) if (parameter.name === name) parameter.example = value;
}

/** Where a list begins by default: Scalar marks an empty number as a mistake. */
function fillInPlace(document) {
  give(operationsBelow(document, '/'), 'page', 1);
  give(operationsBelow(document, '/'), 'limit', 20);
}

/** Makes requests of the demo company work as they are: its id, its client, its last invoice, and one more to draft. */
function fillInDemo(document, { companyId, clientId, invoiceId, companyName, email, example, today, token, refusal }) {
  give(operationsBelow(document, '/'), 'X-Company', companyId);
  give(operationsBelow(document, '/api/v1/clients/{'), 'uuid', clientId);
  if (invoiceId) give(operationsBelow(document, '/api/v1/invoices/{'), 'uuid', invoiceId);
  const draft = document.paths['/api/v1/invoices'].post.requestBody.content['application/json'];
  draft.example = { ...example, clientId, issueDate: today, dueDate: today };
  const how = token
    ? 'open an operation, **Test Request**, **Send**.'
    : `but its login was refused (${refusal}). Then reload this page, or log in and enter the token above.`;
  document.info.description = `> Requests from this page go to the demo company ${companyName}, as ${email}: ${how}

${document.info.description}`;
}

start().catch(error => {
  document.getElementById('reference').textContent = `The reference cannot be shown: ${error}`;
  throw error;
});
