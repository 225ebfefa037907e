/** Every file of the MCP specification's examples and schemas, read as a manifest and as a trace. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readManifest, schemaFindings } from '../server/src/manifest/index.ts';
import { parseFile } from '../server/src/syntax/index.ts';
import { readTrace } from '../server/src/trace/index.ts';
import { describeCorpora } from './corpora.ts';

/** The tools of a text by name, or what a finding would say of it. */
function toolsIn(uri: string, text: string): string {
  const documents = parseFile(text, 'json').documents.map(({ frame }) => frame.tree);
  const manifest = readManifest({ uri, documents });
  const problems = [...manifest.problems, ...schemaFindings(manifest)];
  const names = manifest.tools.map(({ name }) => name).join(', ');
  const said = problems.map(({ code, message }) => ` ! ${code}: ${message}`).join('');
  return `${manifest.dialect} ${manifest.tools.length} ${names}${said}`;
}

/** The calls of a text by name and status, or the problem that explains why there are none. */
function callsIn(text: string): string {
  const { dialect, runs, problems } = readTrace(text);
  const calls = runs.flatMap((run) => run.calls);
  const names = calls.map(({ name, status }) => `${name} ${status ?? 'unanswered'}`).join(', ');
  return `${dialect} ${calls.length} ${names}${problems.map(({ message }) => ` ! ${message}`).join('')}`;
}

describeCorpora('the MCP specification', 'mcp-spec', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

  it('is read file by file, or it is said why not', () => {
    const table = files.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return `${name}\n  tools: ${toolsIn(name, text)}\n  calls: ${callsIn(text)}`;
    });
    expect(files).toHaveLength(22);
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "CallToolRequest/call-tool-request.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: mcp 1 get_weather unanswered
      CallToolRequestParams/get-weather-tool-call-params.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      CallToolRequestParams/tool-call-params-with-progress-token.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      CallToolResult/invalid-tool-input-error.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      CallToolResult/result-with-array-structured-content.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      CallToolResult/result-with-structured-content.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      CallToolResult/result-with-unstructured-text.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      InputRequiredResult/input-required-result-with-elicitation-and-sampling-and-request-state.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      InputRequiredResult/input-required-result-with-request-state-only.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      ListToolsResult/tools-list-with-cursor-and-ttl.json
        tools: mcp 1 get_weather
        calls: unknown 0  ! no dialect of a trace has this shape
      ListToolsResultResponse/list-tools-result-response.json
        tools: mcp 1 get_weather
        calls: mcp 0 
      Tool/tool-with-array-output-schema.json
        tools: mcp 1 list_users
        calls: unknown 0  ! no dialect of a trace has this shape
      Tool/tool-with-composition-input-schema.json
        tools: mcp 1 find_resource
        calls: unknown 0  ! no dialect of a trace has this shape
      Tool/with-default-2020-12-input-schema.json
        tools: mcp 1 calculate_sum
        calls: unknown 0  ! no dialect of a trace has this shape
      Tool/with-explicit-draft-07-input-schema.json
        tools: mcp 1 calculate_sum
        calls: unknown 0  ! no dialect of a trace has this shape
      Tool/with-no-parameters.json
        tools: mcp 1 get_current_time
        calls: unknown 0  ! no dialect of a trace has this shape
      Tool/with-output-schema-for-structured-content.json
        tools: mcp 1 get_weather_data
        calls: unknown 0  ! no dialect of a trace has this shape
      ToolResultContent/get-weather-tool-result.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      ToolUseContent/get-weather-tool-use.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      schema-2025-06-18.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      schema-2025-11-25.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape
      schema-2026-07-28.json
        tools: unknown 0  ! tools-unreadable: no tool is defined here
        calls: unknown 0  ! no dialect of a trace has this shape"
    `);
  });
});
