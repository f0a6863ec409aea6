// The command that the conformance suite starts for each client scenario: it hands the scenario to the process that runs the tests.
// Why: forty scenarios start at once, and this takes a tenth of the memory and time of forty registries of their own.

const { CONFORMANCE_PORT, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT, MCP_CONFORMANCE_PROTOCOL_VERSION } =
  process.env;
const response = await fetch(`http://127.0.0.1:${CONFORMANCE_PORT}/`, {
  method: 'POST',
  body: JSON.stringify({
    url: process.argv.at(-1),
    name: MCP_CONFORMANCE_SCENARIO,
    revision: MCP_CONFORMANCE_PROTOCOL_VERSION,
    context: JSON.parse(MCP_CONFORMANCE_CONTEXT ?? '{}'),
  }),
});
process.stdout.write(await response.text());
process.exitCode = response.ok ? 0 : 1;
