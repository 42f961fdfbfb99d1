import './report.css';
import { Panel } from './panel.js';
import { editorTransport, embeddedReport, fileTransport } from './transport.js';

function chooseTransport(): ReturnType<typeof editorTransport> | undefined {
  if (typeof globalThis.acquireVsCodeApi === 'function') return editorTransport(globalThis.acquireVsCodeApi());
  const report = embeddedReport(document);
  return report === undefined ? undefined : fileTransport(report, document);
}

const root = document.getElementById('report');
const live = document.getElementById('live');
const transport = chooseTransport();

if (root !== null && live !== null && transport !== undefined) new Panel(root, live, transport).start();
else if (root !== null) root.textContent = 'This page holds no report that this version of MCP Assay can show.';
