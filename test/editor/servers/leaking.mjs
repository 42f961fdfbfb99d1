// Tells its secret to everybody and gives up.
console.error(`cannot sign in with ${process.env.TOKEN}`);
process.exitCode = 3;
