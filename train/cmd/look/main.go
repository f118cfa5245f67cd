// Command look shows how questions about a SQLite file are linked: what the
// model gets to see.
//
//	look FOLDER DATABASE QUESTION…
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/train/corpus"
)

func main() {
	sqlite.RunWorkerIfAsked()
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: look FOLDER DATABASE QUESTION…")
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		log.Fatal(err)
	}
	d, _, _, err := corpus.Open(context.Background(), os.Args[1], os.Args[2], cut, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	for i, t := range d.Index.Tables {
		fmt.Printf("%d %s = %s\n", i, t.Name, strings.Join(t.Words, " "))
		for _, c := range t.Columns {
			col := d.Index.Columns[c]
			fmt.Printf("   %d %s = %s (%s)", c, col.Name, strings.Join(col.Words, " "), col.Kind)
			for _, v := range col.Enum {
				fmt.Printf(" %s%v", v.Text, v.Aliases)
			}
			fmt.Println()
		}
	}
	for _, k := range d.Index.Keys {
		fmt.Println("key", k.From, k.To, k.Inferred)
	}
	for _, question := range os.Args[3:] {
		q := d.Linker.Read(question, time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC), nil)
		fmt.Println(question)
		for _, n := range q.Names {
			what := "table " + d.Index.Tables[max(0, min(n.Number, len(d.Index.Tables)-1))].Name
			if n.Column {
				what = "column " + d.Index.Columns[n.Number].Name
			}
			fmt.Printf("   %v ~ %s (%d)\n", words(q.Words[n.First:n.End]), what, n.Kind)
		}
		for _, i := range q.Items {
			said := ""
			if i.First >= 0 {
				said = fmt.Sprint(words(q.Words[i.First:i.End]))
			}
			column := "period"
			if i.Column > 0 {
				column = d.Index.Columns[i.Column].Name
			}
			fmt.Printf("   value %s %q (%d) %s %v\n", column, i.Shown, i.Kind, said, i.Value.Period)
		}
		in := q.Input()
		fmt.Println("   pieces", len(in.IDs), "items", in.Items, "dropped", q.Dropped)
	}
}

func words(list []span.Word) string { return span.Text(list) }
